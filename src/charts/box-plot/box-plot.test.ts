import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../../test/charts.ts'

const FORM = { groupby: ['city'], metrics: ['n'] }
const COLUMNS = {
  city: ['Ulm', 'Bonn'],
  n__mean: [5.5, 50],
  n__median: [5, null],
  n__max: [9, null],
  n__min: [1, null],
  n__q1: [3, null],
  n__q3: [7, null],
  n__count: [30, 2],
  n__outliers: [[20, 21, 20], []],
}
const drawn = (form: object = {}, columns: Readonly<Record<string, readonly unknown[]>> = COLUMNS) =>
  pictureOf('box_plot', { ...FORM, ...form }, frameOf(columns))

describe('a box plot', () => {
  it('has a box for each group, and a point for each value beyond the whiskers', () => {
    const { svg, summary, option } = drawn()
    for (const text of ['Ulm', 'Bonn', '20']) expect(svg).toContain(`>${text}<`)
    expect(summary).toBe('Box plot, 2 boxes. Ulm: median 5, half of the values from 3 to 7. Bonn: no values.')
    expect(option).toMatchObject({
      series: [
        { data: [{ name: 'Ulm', value: [1, 3, 5, 7, 9] }, { value: [null, null, null, null, null] }] },
        { data: [{ value: [0, 20] }, { value: [0, 21] }] },
      ],
    })
    expect(svg).not.toContain('NaN')
  })
  it('tells boxes of several metrics apart by name and colour', () => {
    const names = Object.entries(COLUMNS).map(([name, cells]) => [name.replace('n__', 'm__'), cells])
    const { option } = drawn({ metrics: ['n', 'm'] }, { ...COLUMNS, ...Object.fromEntries(names) })
    expect(option).toMatchObject({ xAxis: { data: ['Ulm, Orders', 'Ulm, m', 'Bonn, Orders', 'Bonn, m'] } })
    const [{ data }] = option.series as [{ data: { itemStyle: { color: string } }[] }]
    expect(new Set(data.map(({ itemStyle }) => itemStyle.color)).size).toBe(2)
  })
  it('chooses the group of a box, and of a point beyond its whiskers', () => {
    const { select } = drawn()
    const ulm = { filters: [{ column: 'city', values: ['Ulm'] }], label: 'Ulm' }
    expect(select({ name: '', seriesName: 'boxes', dataIndex: 0 })).toEqual(ulm)
    expect(select({ name: '', seriesName: 'outliers', dataIndex: 1 })).toEqual(ulm)
    expect(drawn({ groupby: [] }).select({ name: '', seriesName: 'boxes', dataIndex: 0 })).toBeNull()
  })
  it('says the figures of a box, or of one point, to who points at it', () => {
    const { formatter } = drawn().option.tooltip as { formatter(point: object): string }
    expect(formatter({ seriesName: 'boxes', dataIndex: 0 })).toMatch(/Upper quartile.*>7<.*Median.*>5<.*Values: 30/s)
    expect(formatter({ seriesName: 'outliers', dataIndex: 1 })).toMatch(/Ulm.*Outlier.*>21</s)
  })
  it.each([
    ['Tukey', { whisker_type: 'tukey' }],
    ['Min/max (no outliers)', { whisker_type: 'min/max' }],
    ['9/91 percentiles', { whisker_type: 'percentile', percentiles: [9, 91] }],
    [null, { whisker_type: 'tukey' }],
  ])('asks for whiskers as in %s', (whiskerOptions, steps) => {
    const { query } = drawn({ whiskerOptions, granularity_sqla: 'day', time_grain_sqla: 'P1M' })
    expect(query).toMatchObject({
      columns: [{ sqlExpression: 'day', timeGrain: 'P1M' }, 'city'],
      postProcessing: [{ operation: 'boxplot', options: steps }],
    })
  })
})
