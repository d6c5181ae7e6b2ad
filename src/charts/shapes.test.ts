import { describe, expect, it } from 'vitest'
import { drawingOf, frameOf, pictureOf } from '../../test/charts.ts'
import { textWidth } from './parts/axis.ts'
import { pairedP } from './t-test/student.ts'
import { cycleOf } from './time-pivot/cycles.ts'

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
const wordsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '')
const days = (...at: readonly number[]) => at.map((day) => START + day * DAY)
/** Orders of two cities on three days; Bonn has none on the second. */
const COURSE = (() => {
  const frame = frameOf({
    day: days(2, 1, 0, 2, 0),
    city: ['Ulm', 'Ulm', 'Ulm', 'Bonn', 'Bonn'],
    n: [30, 20, 10, 5, 20],
  })
  return { ...frame, generics: [2, 1, 0] as const }
})()
const OVER_TIME = { granularity_sqla: 'day', time_grain_sqla: 'P1D', metrics: ['n'], groupby: ['city'] }

describe('types over time', () => {
  it.each(['rose', 'horizon', 'compare', 'paired_ttest'])(
    '%s asks for each period and group, the latest first',
    (type) => {
      const { query } = drawingOf(type, { ...OVER_TIME, limit: 5, timeseries_limit_metric: 'm' }, COURSE)
      expect(query).toMatchObject({
        columns: [{ sqlExpression: 'day', timeGrain: 'P1D', columnType: 'BASE_AXIS' }, 'city'],
        metrics: ['n'],
        seriesColumns: ['city'],
        seriesLimit: 5,
        seriesLimitMetric: 'm',
        orderby: [
          ['day', false],
          ['n', false],
        ],
      })
    },
  )
})

it.each(['rose', 'horizon', 'compare', 'time_pivot'])('%s leaves rows without a time out', (type) => {
  const frame = frameOf({ day: [null, ...days(0, 1)], city: ['Ulm', 'Ulm', 'Ulm'], n: [9e6, 2, 3] })
  const form = { ...OVER_TIME, metric: 'n' }
  const { svg, summary } = pictureOf(type, form, { ...frame, generics: [2, 1, 0] })
  expect(`${summary}${svg}`).not.toMatch(/1970|9M/)
})

it('a butterfly writes nothing of a left value on its right', () => {
  const zero = frameOf({ city: ['Ulm'], l: [0], r: [5] })
  const { option } = pictureOf('butterfly', { groupby: ['city'], left_metric: 'l', right_metric: 'r' }, zero)
  const sides = option.series as { data: { label: { position: string } }[] }[]
  expect(sides.map(({ data }) => data[0]?.label.position)).toEqual(['left', 'right'])
})

describe('a rose', () => {
  it('has a petal for each time, its parts by their size', () => {
    const { summary, svg, option } = pictureOf('rose', OVER_TIME, COURSE)
    expect(summary).toBe('Rose, 3 petals from 1 Jan 2024 to 3 Jan 2024. Ulm: 60. Bonn: 25.')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Ulm', 'Bonn', '2024', '2 Jan 2024']))
    const [ulm, bonn] = option.series as {
      data: object[]
      renderItem(at: object): { shape: { r0: number; r: number } }
    }[]
    expect([ulm?.data.length, bonn?.data.length]).toEqual([3, 2])
    const outer = (form: object) => {
      const [first] = pictureOf('rose', { ...OVER_TIME, ...form }, COURSE).option.series as typeof option.series &
        (typeof ulm)[]
      return Math.round(first?.renderItem({ dataIndex: 1 }).shape.r ?? 0)
    }
    // The second petal holds 20 of at most 35.
    expect(outer({ show_legend: false })).toBe(Math.round((126 * 20) / 35))
    expect(outer({ show_legend: false, rose_area_proportion: true })).toBe(Math.round(126 * Math.sqrt(20 / 35)))
  })
  it('keeps room for the times beside it where it is narrow', () => {
    const course = { ...frameOf({ day: days(0, 1, 2, 3), n: [1, 1, 1, 1] }), generics: [2, 0] as const }
    const form = { ...OVER_TIME, groupby: [], date_time_format: '%d %B %Y' }
    const { svg } = pictureOf('rose', form, course, { width: 300, height: 300 })
    const texts = [...svg.matchAll(/<text[^>]* x="([\d.]+)"/g)].map(([, x]) => Number(x))
    const width = textWidth('01 January 2024')
    expect(texts.length).toBe(4)
    expect([Math.min(...texts) >= width, Math.max(...texts) <= 300 - width]).toEqual([true, true])
  })
  it('tells a petal and chooses a group', () => {
    const { option, select } = pictureOf('rose', OVER_TIME, COURSE)
    const { formatter } = option.tooltip as { formatter(point: object): string }
    expect(formatter({ seriesName: 'Bonn', dataIndex: 0 })).toMatch(/1 Jan 2024.*Ulm.*10.*Bonn.*20/s)
    expect(select({ name: 'Bonn', seriesName: 'Bonn', dataIndex: 0 })?.filters).toEqual([
      { column: 'city', values: ['Bonn'] },
    ])
  })
})

describe('change in per cent', () => {
  it('starts each line at its first value', () => {
    const { summary, option } = pictureOf('compare', OVER_TIME, COURSE)
    expect(summary).toBe('Change in per cent from 1 Jan 2024 to 3 Jan 2024. Ulm: +200.0%. Bonn: −75.0%.')
    const lines = option.series as { data: readonly (readonly unknown[])[] }[]
    expect(lines.slice(0, 2).map(({ data }) => data.map(([, value]) => value))).toEqual([
      [0, 1, 2],
      [0, null, -0.75],
    ])
  })
})

describe('a horizon chart', () => {
  it('names its rows and is as high as they are', () => {
    const { summary, svg } = pictureOf('horizon', OVER_TIME, COURSE)
    expect(summary).toBe('Horizon chart, 2 rows from 1 Jan 2024 to 3 Jan 2024. Ulm: latest 30. Bonn: latest 5.')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Ulm', 'Bonn']))
  })
  it('says how many rows have no room', () => {
    const names = Array.from({ length: 100 }, (_, at) => `row ${at}`)
    const many = {
      ...frameOf({ day: names.map(() => START), city: names, n: names.map((_, at) => at - 50) }),
      generics: [2, 1, 0] as const,
    }
    expect(wordsOf(pictureOf('horizon', OVER_TIME, many).svg).find((text) => text.startsWith('Other'))).toMatch(
      /Other \(\d+\)/,
    )
  })
})

describe('a time pivot', () => {
  const form = { granularity_sqla: 'day', time_grain_sqla: 'P1D', metric: 'n', freq: 'W-MON' }
  const weeks = { ...frameOf({ day: days(8, 7, 1, 0), n: [4, 3, 2, 1] }), generics: [2, 0] as const }
  it('lays weeks over each other, the latest last', () => {
    const { summary, option, query } = pictureOf('time_pivot', form, weeks)
    expect(query).toMatchObject({ columns: [{ sqlExpression: 'day' }], metrics: ['n'] })
    expect(summary).toBe('Time pivot, 2 cycles laid over each other. The latest, 8 Jan 2024: 2 values, 7 together.')
    const lines = option.series as { name: string; data: readonly (readonly unknown[])[] }[]
    expect(lines.slice(0, 2).map(({ name, data }) => [name, data])).toEqual([
      [
        '1 Jan 2024',
        [
          [0, 1],
          [DAY, 2],
        ],
      ],
      [
        '8 Jan 2024',
        [
          [0, 3],
          [DAY, 4],
        ],
      ],
    ])
  })
  it.each([
    ['D', '2024-05-15T13:00Z', '2024-05-15'],
    ['W-MON', '2024-05-15T13:00Z', '2024-05-13'],
    ['W-SUN', '2024-05-15T13:00Z', '2024-05-12'],
    ['4W-MON', '1970-01-05T00:00Z', '1970-01-05'],
    ['MS', '2024-05-15T13:00Z', '2024-05-01'],
    ['QS', '2024-05-15T13:00Z', '2024-04-01'],
    ['AS', '1969-05-15T13:00Z', '1969-01-01'],
    ['what', '2024-05-15T13:00Z', '2024-05-13'],
  ])('begins a cycle %s of %s on %s', (frequency, time, start) => {
    expect(new Date(cycleOf(frequency).startOf(Date.parse(time))).toISOString().slice(0, 10)).toBe(start)
  })
})

describe('a paired t-test', () => {
  const frame = {
    ...frameOf({
      day: days(0, 1, 2, 3, 0, 1, 2, 3),
      arm: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'],
      n: [1, 2, 3, 4, 3, 3, 5, 6],
    }),
    generics: [2, 1, 0] as const,
  }
  const form = { granularity_sqla: 'day', metrics: ['n'], groupby: ['arm'] }
  const rows = (more: object) => {
    const drawing = drawingOf('paired_ttest', { ...form, ...more }, frame)
    if (drawing.kind !== 'table') throw new Error(drawing.kind)
    const { columns, rowCount } = drawing.table
    return {
      summary: drawing.summary,
      texts: Array.from({ length: rowCount }, (_, row) => columns.map((column) => column.text(row))),
    }
  }
  it('compares each group with the first, or with the one that is named', () => {
    expect(rows({})).toEqual({
      summary: 'Paired t-test, 1 comparisons, 1 of them significant.',
      texts: [
        ['a', '–', '–', '4', 'Compared with'],
        ['b', '0.005986', '+70%', '4', 'Yes'],
      ],
    })
    expect(rows({ control_group: 'b', significance_level: 0.001, pvalue_precision: 2 }).texts).toEqual([
      ['a', '0.01', '−41.1765%', '4', 'No'],
      ['b', '–', '–', '4', 'Compared with'],
    ])
  })
  // Values of tables of Student's distribution.
  it.each([
    [[1, -1], 1],
    [[5], null],
    [[2, 2, 2], 0],
    [[0, 0], 1],
    [[1, 2, 3], 0.07418],
  ])('knows how likely %j is by chance', (differences, p) => {
    const found = pairedP(differences)
    expect(found === null || p === null ? found : Math.round(found * 1e5) / 1e5).toBe(p)
  })
})

describe('a bullet', () => {
  const form = {
    metric: 'n',
    ranges: '50, 100,x',
    range_labels: 'low,high',
    markers: '70',
    marker_labels: 'goal',
    marker_lines: '90',
  }
  it('is a bar over ranges with what it is compared with, the largest range below', () => {
    const { summary, query, svg } = pictureOf('bullet', form, frameOf({ n: [60] }))
    expect(query).toMatchObject({ columns: [], metrics: ['n'] })
    expect(summary).toBe('Bullet chart, Orders: 60. high: 100. low: 50. Orders: 90. goal: 70.')
    expect(svg).toContain('>60<')
  })
  it('has a range of its own, goes below zero and stands without a value', () => {
    expect(pictureOf('bullet', { metric: 'n' }, frameOf({ n: [-10] })).svg).not.toContain('NaN')
    expect(pictureOf('bullet', { metric: 'n' }, frameOf({ n: [null] })).summary).toBe('Bullet chart without a value.')
  })
})

describe('a butterfly', () => {
  const form = { groupby: ['city'], left_metric: 'n', right_metric: 'm', left_label: 'out' }
  const answer = frameOf({ city: ['Ulm', 'Bonn'], n: [10, null], m: [20, -5] })
  it('is sorted by its metric, else by name', () => {
    expect(pictureOf('butterfly', form, answer).query).toMatchObject({ metrics: ['n', 'm'], orderby: [['city', true]] })
    expect(pictureOf('butterfly', { ...form, orderby: 'x' }, answer).query?.orderby).toEqual([['x', false]])
  })
  it('draws one metric to the left of zero, and writes what it is', () => {
    const { option, svg, summary } = pictureOf('butterfly', form, answer)
    expect(option.series).toMatchObject([
      { name: 'out', data: [{ value: -10 }, { value: null }] },
      { name: 'm', data: [{ value: 20 }, { value: -5 }] },
    ])
    expect(option.xAxis).toMatchObject({ min: -23, max: 23 })
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['10', '20', '−5', 'Ulm', 'out', 'm']))
    expect(summary).toBe('Butterfly chart, 2 pairs. Ulm: out 10, m 20. Bonn: out –, m −5.')
  })
  it('chooses a group, and scrolls where there are many', () => {
    expect(pictureOf('butterfly', form, answer).select({ name: 'Bonn', dataIndex: 1 })?.filters).toEqual([
      { column: 'city', values: ['Bonn'] },
    ])
    const names = Array.from({ length: 50 }, (_, at) => `n${at}`)
    const many = frameOf({ city: names, n: names.map(() => 1), m: names.map(() => 2) })
    expect(pictureOf('butterfly', form, many).option.dataZoom).toHaveLength(2)
  })
})

describe('a chord diagram', () => {
  const form = { groupby: 'from', columns: ['to'], metric: 'n', sort_by_metric: true }
  const answer = frameOf({
    from: ['Ulm', 'Bonn', 'Ulm', 'Linz'],
    to: ['Bonn', 'Ulm', 'Ulm', 'Graz'],
    n: [50, 20, 4, -8],
  })
  it('asks for pairs and draws those that have a size', () => {
    const { query, summary, svg } = pictureOf('chord', form, answer)
    expect(query).toMatchObject({ columns: ['from', 'to'], metrics: ['n'], orderby: [['n', false]] })
    expect(summary).toBe('Chord diagram, 3 links between 2 places. Ulm to Bonn: 50. Bonn to Ulm: 20. Ulm to Ulm: 4.')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Ulm', 'Bonn']))
  })
  it('chooses a place or a link', () => {
    const { select } = pictureOf('chord', form, answer)
    expect(select({ name: 'Bonn', dataIndex: 1 })?.filters).toEqual([{ column: 'from', values: ['Bonn'] }])
    expect(select({ name: 'Ulm > Bonn', dataIndex: 0 })?.filters).toHaveLength(2)
  })
})

describe('a partition', () => {
  const form = { groupby: ['land', 'city'], metrics: ['n'], partition_limit: 2, partition_threshold: 0 }
  const answer = frameOf({
    land: ['DE', 'DE', 'DE', 'DE', 'AT', 'NL'],
    city: ['Ulm', 'Bonn', 'Köln', 'Jena', 'Graz', null],
    n: [40, 30, 20, 10, 60, 5],
  })
  it('nests groups and puts small parts together, unless it is one alone', () => {
    const { summary, svg, option } = pictureOf('partition', form, answer)
    expect(summary).toBe('Partition, 3 groups. DE: 100. AT: 60. NL: 5.')
    const [{ data }] = option.series as [{ data: readonly { name: string }[] }]
    expect(data.map(({ name }) => name)).toEqual(['DE', 'Ulm', 'Bonn', 'Other (2)', 'AT', 'Graz', 'NL', '<NULL>'])
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['DE', 'Ulm', 'Other (2)', '30']))
  })
  it('chooses a part with its group, and nothing for what is left', () => {
    const { select } = pictureOf('partition', form, answer)
    expect(select({ name: '', dataIndex: 1 })?.filters).toEqual([
      { column: 'land', values: ['DE'] },
      { column: 'city', values: ['Ulm'] },
    ])
    expect(select({ name: '', dataIndex: 3 })).toBeNull()
  })
  it('has a level of metrics where there are several', () => {
    const { summary, select } = pictureOf(
      'partition',
      { ...form, metrics: ['n', 'n2'] },
      { ...answer, names: ['land', 'city', 'n2'] },
    )
    expect(summary).toBe('Partition, 2 groups. Orders: 0. n2: 165.')
    expect(select({ name: '', dataIndex: 0 })).toBeNull()
  })
})
