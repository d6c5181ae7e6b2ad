import { describe, expect, it } from 'vitest'
import { drawingOf, frameOf } from '../../../test/charts.ts'

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
const days = (...at: readonly number[]) => at.map((day) => START + day * DAY)
const FORM = { granularity_sqla: 'day', time_grain_sqla: 'P1D', metrics: ['n'], groupby: ['city'] }
/** The latest first, as they are asked for; Bonn has no second day. */
const ANSWER = frameOf({
  day: days(3, 3, 2, 1, 1),
  city: ['Ulm', 'Bonn', 'Ulm', 'Ulm', 'Bonn'],
  n: [60, 20, 40, 10, 5],
})

function drawn(columns: readonly object[], form: object = {}, answer = ANSWER) {
  const drawing = drawingOf('time_table', { ...FORM, column_collection: columns, ...form }, answer)
  if (drawing.kind !== 'table') throw new Error(drawing.kind)
  const { table } = drawing
  const texts = Array.from({ length: table.rowCount }, (_, row) => table.columns.map((column) => column.text(row)))
  return { ...drawing, table, texts }
}
const time = (timeLag: number, comparisonType: string) => ({ colType: 'time', timeLag, comparisonType })

describe('a time table', () => {
  it('asks for a row for each period and group, the latest first', () => {
    expect(drawn([]).query).toMatchObject({
      columns: [{ sqlExpression: 'day', timeGrain: 'P1D', columnType: 'BASE_AXIS' }, 'city'],
      metrics: ['n'],
      orderby: [
        ['day', false],
        ['n', false],
      ],
    })
    const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'sold', operator: 'TEMPORAL_RANGE' }
    const filtered = drawn([], { granularity_sqla: null, adhoc_filters: [filter] })
    expect(filtered.query?.columns).toMatchObject([{ sqlExpression: 'sold' }, 'city'])
    expect(drawn([], { granularity_sqla: null }).query).toMatchObject({ isTimeseries: true, columns: ['city'] })
  })
  it('compares the latest period with an earlier one, also from the first', () => {
    const columns = [time(0, 'value'), time(1, 'diff'), time(1, 'perc'), time(2, 'perc_change'), time(-1, 'value')]
    expect(drawn(columns).texts).toEqual([
      ['Ulm', '60', '20', '150.0%', '+500.0%', '10'],
      ['Bonn', '20', null, null, '+300.0%', '5'],
    ])
    expect(drawn([time(9, 'value')]).texts[0]).toEqual(['Ulm', null])
  })
  it('averages periods, and shares the latest among the rows', () => {
    expect(drawn([{ colType: 'avg', timeLag: '2' }, { colType: 'avg' }, { colType: 'contrib' }]).texts).toEqual([
      ['Ulm', '50', '36.67', '75.0%'],
      ['Bonn', '20', '12.5', '25.0%'],
    ])
  })
  it('draws the course as a line, of values or of changes', () => {
    const { table, texts } = drawn([{ colType: 'spark' }, { colType: 'spark', timeRatio: 1 }])
    expect(table.columns[1]?.spark?.(0).values).toEqual([10, 40, 60])
    expect(table.columns[1]?.spark?.(1).values).toEqual([5, null, 20])
    expect(table.columns[2]?.spark?.(0).values).toEqual([3, 0.5])
    expect(texts[0]).toEqual(['Ulm', '60', '+50.0%'])
  })
  it('has a row for each metric, with long names, and shares each among its own', () => {
    const columns = [{ colType: 'contrib' }]
    const ungrouped = frameOf({ day: days(1), n: [30], m: [10] })
    expect(drawn(columns, { metrics: ['n', 'm'], groupby: [] }, ungrouped).texts).toEqual([
      ['Orders', '75.0%'],
      ['m', '25.0%'],
    ])
    const grouped = frameOf({ day: days(1, 1), city: ['Ulm', 'Bonn'], n: [30, 10], m: [1, 1] })
    expect(drawn(columns, { metrics: ['n', 'm'] }, grouped).texts).toEqual([
      ['Ulm, Orders', '75.0%'],
      ['Ulm, m', '50.0%'],
      ['Bonn, Orders', '25.0%'],
      ['Bonn, m', '50.0%'],
    ])
  })
  it('colours between bounds, and names its columns', () => {
    const bounded = { ...time(0, 'value'), label: 'Today', bounds: [20, 60], d3format: ',.2f' }
    const { table, summary } = drawn([bounded, time(1, 'perc_change')])
    const [, today, change] = table.columns
    expect(today?.paint?.(0)?.background).not.toBe(today?.paint?.(1)?.background)
    expect([today?.label, change?.label, today?.text(0), change?.paint]).toEqual([
      'Today',
      'Change',
      '60.00',
      undefined,
    ])
    expect(summary).toBe('Time table, 2 rows, 2 columns: Today, Change.')
  })
  it('shows the latest value and its course where nothing is chosen', () => {
    expect(drawn([]).table.columns.map(({ label }) => label)).toEqual(['Group', 'Latest value', 'Course'])
  })
})
