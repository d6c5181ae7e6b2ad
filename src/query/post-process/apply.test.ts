import { describe, expect, it } from 'vitest'
import { postProcess } from './apply.ts'
import { type Cell, type ColumnType, frameOf, PostProcessingError } from './frame.ts'

type Columns = Readonly<Record<string, readonly [ColumnType, readonly Cell[]]>>
const frame = (columns: Columns) =>
  frameOf(Object.entries(columns).map(([name, [type, values]]) => ({ name, type, values })))
const run = (columns: Columns, ...steps: readonly (readonly [string, Readonly<Record<string, unknown>>])[]) =>
  postProcess(
    frame(columns),
    steps.map(([operation, options]) => ({ operation, options })),
  )
const values = (result: ReturnType<typeof run>) =>
  Object.fromEntries(result.columns.map(({ key, values: cells }) => [key.join(', '), cells]))
const types = (result: ReturnType<typeof run>) => result.columns.map(({ type }) => type)

const DAY = 86_400_000
const NEW_YEAR = Date.parse('2024-01-01T00:00:00Z')
const byTime = ['pivot', { index: ['ts'], columns: [], aggregates: { v: { operator: 'mean' } } }] as const
const numbers: Columns = { a: ['integer', [1, 0, -4, 10, 3]] }
const flags: Columns = { b: ['boolean', [true, false, true]], n: ['integer', [1, 2, 3]] }

describe('rolling', () => {
  it('counts nothing before the window is full', () => {
    const result = run(numbers, ['rolling', { rolling_type: 'count', columns: { a: 'a' }, window: 3 }])
    expect(values(result)).toEqual({ a: [null, null, 3, 3, 3] })
  })

  it.each([
    ['cosine', 'sum', [0.5, 1, -1.5, 1, 9.5]],
    ['parzen', 'mean', [1, 0.9310344827586206, -0.19354838709677422, -2.838709677419354, 8.645161290322578]],
    ['bohman', 'sum', [0, 1, 0, -4, 10]],
    ['hann', 'mean', [null, 1, 0, -4, 10]],
    ['flattop', 'sum', [-0.000421051, 1.000000003, 0.001263153, -4.004210522, 10.000421081]],
  ])('weighs a window by %s', (winType, kind, wanted) => {
    const options = { rolling_type: kind, columns: { a: 'a' }, window: 3, min_periods: 1, win_type: winType }
    const cells = values(run(numbers, ['rolling', options])).a ?? []
    expect(cells.map((cell) => (cell === null ? null : Number(Number(cell).toFixed(9))))).toEqual(
      wanted.map((cell) => (cell === null ? null : Number(cell.toFixed(9)))),
    )
  })

  it.each<[string, Readonly<Record<string, unknown>>, boolean, readonly number[]]>([
    ['tukey', { alpha: 0.75 }, false, [0, 0.96984631, 0.96984631, -3.879385242, 5.819077862]],
    ['exponential', { tau: 2 }, false, [0.472366553, 0.778800783, -1.110665428, 2.080828948, 6.089904357]],
    ['kaiser', { beta: 3 }, false, [0.204884756, 0.871241874, 0.051702848, -1.231235176, 5.842105514]],
    ['general_gaussian', { p: 1.5, sig: 2 }, false, [0.809824679, 0.992217938, -2.247080779, 4.93919972, 8.382781668]],
    ['general_cosine', { a: [0.5, 0.3] }, false, [0.2, 0.65, -0.15, -0.4, 4.5]],
    ['general_hamming', { alpha: 0.6 }, false, [0.2, 0.8, 0, -1, 5.4]],
    ['lanczos', {}, false, [0, 0.826993343, 0.826993343, -3.307973373, 4.961960059]],
    ['triang', { sym: false }, true, [1, -2, 3, 9.333333333, 8.333333333]],
    [
      'exponential',
      { tau: 3, center: 1, sym: false },
      true,
      [0.716531311, -1.053668476, 2.984577259, 4.705564463, 9.283468689],
    ],
  ])('weighs a window by %s with %j, centred: %j', (winType, options, center, wanted) => {
    const raw = { rolling_type: 'sum', columns: { a: 'a' }, window: 4, min_periods: 1, win_type: winType, center }
    const cells = values(run(numbers, ['rolling', { ...raw, rolling_type_options: options }])).a ?? []
    expect(cells.map((cell) => Number(Number(cell).toFixed(9)) + 0)).toEqual(wanted)
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['kaiser', {}],
    ['hann', { ddof: 1 }],
    ['exponential', { center: 1 }],
    ['general_cosine', { a: ['x'] }],
    ['constructor', {}],
  ])('refuses %s with %j', (winType, options) => {
    const raw = { rolling_type: 'sum', columns: { a: 'a' }, window: 4, win_type: winType }
    expect(() => run(numbers, ['rolling', { ...raw, rolling_type_options: options }])).toThrow(PostProcessingError)
  })

  it('takes an infinite value for an unknown one', () => {
    const columns: Columns = { a: ['float', [1, Number.NEGATIVE_INFINITY, 3]] }
    const options = { rolling_type: 'median', columns: { a: 'a' }, window: 2, min_periods: 0 }
    expect(values(run(columns, ['rolling', options]))).toEqual({ a: [1, 1, 3] })
  })

  it('weighs sums and means only', () => {
    const options = { rolling_type: 'median', columns: { a: 'a' }, window: 7, win_type: 'triang' }
    expect(() => run(numbers, ['rolling', options])).toThrow('Invalid rolling_type')
  })
})

describe('resample', () => {
  const days = (...at: readonly number[]): Columns => ({
    ts: ['timestamp', at.map((day) => NEW_YEAR + day * DAY)],
    v: ['float', at.map((_, i) => i + 1)],
  })
  const times = (columns: Columns, rule: string, method = 'sum') =>
    run(columns, byTime, ['resample', { rule, method }]).index.rows.map(([at]) =>
      new Date(Number(at)).toISOString().slice(0, 13),
    )

  it.each([
    ['QS-FEB', ['2023-11-01T00']],
    ['A-JUN', ['2024-06-30T00']],
    ['Q-NOV', ['2024-02-29T00']],
    ['1D12H', ['2024-01-01T00', '2024-01-02T12', '2024-01-04T00']],
  ])('begins and ends periods as %s says', (rule, wanted) => {
    expect(times(days(0, 1, 4), rule)).toEqual(wanted)
  })

  it.each([
    ['B', 35, ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08']],
    ['2SM', 2, ['2023-12-31', '2024-01-31']],
    ['SMS-10', 4, ['2024-01-01', '2024-01-10', '2024-02-01', '2024-02-10']],
    ['BM', 2, ['2024-01-31', '2024-02-29']],
    ['CBM', 2, ['2023-12-29', '2024-01-31']],
    ['BMS', 2, ['2024-01-01', '2024-02-01']],
    ['BQ-FEB', 1, ['2024-02-29']],
    ['BAS', 1, ['2024-01-01']],
    ['BA-JUN', 1, ['2024-06-28']],
  ])('names the periods of %s by weekdays and halves of months', (rule, count, wanted) => {
    const all = times(days(0, 5, 46), rule)
    expect([all.length, all.slice(0, 6)]).toEqual([count, wanted.map((day) => `${day}T00`)])
  })

  it.each(['B-MON', 'SM-40', 'SMS-1', 'BM-JAN', 'BQ-XXX', '0B'])('knows no period %s', (rule) => {
    expect(() => times(days(0, 1), rule)).toThrow('Invalid frequency')
  })

  it('puts a row without a time into no bin', () => {
    const columns: Columns = { ts: ['timestamp', [NEW_YEAR, null, NEW_YEAR + DAY]], v: ['float', [1, 2, 3]] }
    const pivot = ['pivot', { ...byTime[1], drop_missing_columns: false }] as const
    const result = run(columns, pivot, ['resample', { rule: '1D', method: 'sum' }])
    expect(values(result)).toEqual({ v: [1, 3] })
  })
})

describe('histogram', () => {
  const columns: Columns = { n: ['integer', Array.from({ length: 40 }, (_, i) => ((i * 37) % 23) - 5)] }
  const edges = (bins: unknown) =>
    run(columns, ['histogram', { column: 'n', groupby: [], bins }]).columns.map(({ key }) => key[0])

  it('finds the number of bins by a rule that is named', () => {
    expect(edges('fd')).toEqual(['-5.0 - 0.5', '0.5 - 6.0', '6.0 - 11.5', '11.5 - 17.0'])
  })

  it.each(['3', null])('refuses %j bins', (bins) => {
    expect(() => edges(bins)).toThrow('no rule of bins')
  })

  it('refuses infinite values', () => {
    const infinite: Columns = { n: ['float', [1, Number.NEGATIVE_INFINITY, 3]] }
    expect(() => run(infinite, ['histogram', { column: 'n', groupby: [], bins: 2 }])).toThrow('infinite')
  })
})

describe('pivot', () => {
  const sales: Columns = {
    shop: ['string', ['a', 'a', 'b']],
    kind: ['string', ['x', 'y', 'x']],
    n: ['integer', [1, 2, 3]],
    v: ['float', [1, 3, 8]],
  }

  it('keeps whole numbers where a whole number fills the gaps', () => {
    const options = {
      index: ['shop'],
      columns: ['kind'],
      aggregates: { n: { operator: 'sum' } },
      metric_fill_value: -1,
    }
    expect(types(run(sales, ['pivot', options]))).toEqual(['integer', 'integer'])
  })

  it('takes degrees of freedom off a variance', () => {
    const aggregates = { v: { operator: 'var', options: { ddof: 1 } } }
    const result = run(sales, ['pivot', { index: ['shop'], columns: [], aggregates }])
    expect(values(result)).toEqual({ v: [2] })
  })

  it('has no mean of a column without a value, whose type nothing tells', () => {
    const columns: Columns = { ts: ['timestamp', [NEW_YEAR, NEW_YEAR + DAY]], v: ['string', [null, null]] }
    const kept = ['pivot', { ...byTime[1], drop_missing_columns: false }] as const
    expect(values(run(columns, kept)).v).toEqual([null, null])
    expect(() => run({ ...columns, v: ['string', [null, 'b']] }, kept)).toThrow('not numeric')
  })

  it('adds up no times', () => {
    const aggregates = { ts: { operator: 'sum' } }
    const columns: Columns = { ...sales, ts: ['timestamp', [NEW_YEAR, NEW_YEAR, NEW_YEAR]] }
    expect(() => run(columns, ['pivot', { index: ['shop'], columns: [], aggregates }])).toThrow('not numeric')
  })

  it('has no totals of nothing', () => {
    const empty: Columns = { shop: ['string', []], kind: ['string', []], n: ['integer', []] }
    const options = { index: ['shop'], columns: ['kind'], aggregates: { n: { operator: 'sum' } } }
    const result = run(empty, ['pivot', { ...options, marginal_distributions: true }])
    expect(result.index.rows).toEqual([])
  })

  it('keeps keys without a value in an index of several columns where nothing is dropped', () => {
    const columns: Columns = { g: ['string', ['a', 'b']], b: ['boolean', [true, null]], n: ['integer', [1, 2]] }
    const options = { index: ['g', 'b'], columns: [], aggregates: { n: { operator: 'max' } } }
    const result = run(columns, ['pivot', { ...options, drop_missing_columns: false }])
    expect(result.index.rows).toContainEqual(['b', null])
  })

  it('puts totals behind the series that they sum up, the metric innermost too', () => {
    const result = run(
      { k: ['string', ['x', 'x', 'y']], s: ['string', ['zebra', 'ant', 'ant']], v: ['integer', [1, 2, 3]] },
      [
        'pivot',
        {
          index: ['k'],
          columns: ['s'],
          aggregates: { v: { operator: 'sum' } },
          marginal_distributions: true,
          marginal_distribution_name: 'All',
          combine_value_with_metric: true,
        },
      ],
      ['flatten', {}],
    )
    expect(Object.keys(values(result))).toEqual(['k', 'ant, v', 'zebra, v', 'All, v'])
  })

  it('names the series of a number with a point as such a number', () => {
    const pivoted = [
      ['pivot', { index: ['k'], columns: ['f'], aggregates: { v: { operator: 'sum' } } }],
      ['flatten', {}],
    ] as const
    const columns: Columns = { k: ['string', ['x', 'x']], f: ['float', [1, 0.5]], v: ['integer', [1, 2]] }
    expect(Object.keys(values(run(columns, ...pivoted)))).toEqual(['k', 'v, 0.5', 'v, 1.0'])
  })

  it('counts levels below zero from the innermost', () => {
    const steps = [
      ['pivot', { index: ['k'], columns: ['s'], aggregates: { v: { operator: 'sum' } } }],
      ['flatten', { drop_levels: [-2] }],
    ] as const
    const columns: Columns = { k: ['string', ['x', 'x']], s: ['string', ['a', 'b']], v: ['integer', [1, 2]] }
    expect(Object.keys(values(run(columns, ...steps)))).toEqual(['k', 'a', 'b'])
  })

  it('puts a row without a time last in either direction', () => {
    const columns: Columns = { ts: ['timestamp', [NEW_YEAR, null]], v: ['float', [1, 2]] }
    const pivot = ['pivot', { ...byTime[1], drop_missing_columns: false }] as const
    const result = run(columns, pivot, ['sort', { is_sort_index: true, ascending: false }])
    expect(result.index.rows).toEqual([[NEW_YEAR], [null]])
  })
})

describe('boxplot', () => {
  it('knows nothing between a number and the infinite', () => {
    const columns: Columns = { b: ['float', [Number.POSITIVE_INFINITY, 2]] }
    const result = run(columns, ['boxplot', { groupby: [], metrics: ['b'], whisker_type: 'tukey' }])
    expect(values(result)).toMatchObject({ b__q1: [null], b__q3: [null], b__max: [null], b__outliers: [[]] })
  })
})

describe('aggregate, cum and compare', () => {
  it('gives the running total of a group of one row', () => {
    const aggregates = { t: { operator: 'cumsum', column: 'n' } }
    const result = run(flags, ['aggregate', { groupby: ['n'], aggregates }])
    expect(values(result).t).toEqual([1, 2, 3])
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['cum', { operator: 'sum', columns: { t: 't' } }],
    ['diff', { columns: { t: 't' } }],
    ['diff', { columns: { n: 'n' }, periods: 1.5 }],
    ['sort', { by: ['t', 'n'], ascending: [true] }],
  ])('refuses to %s with %j', (operation, options) => {
    const columns: Columns = { t: ['string', ['x', 'y']], n: ['integer', [1, 2]] }
    expect(() => run(columns, [operation, options])).toThrow(PostProcessingError)
  })

  it('gives no running total of a gap', () => {
    const aggregates = { v: { operator: 'cumsum' } }
    const result = run({ v: ['float', [null]] }, ['aggregate', { groupby: [], aggregates }])
    expect(values(result)).toEqual({ v: [null] })
  })

  it('multiplies booleans to a whole number', () => {
    const aggregates = { b: { operator: 'prod' } }
    expect(types(run(flags, ['aggregate', { groupby: [], aggregates }]))).toEqual(['integer'])
  })

  it('keeps the least and most of booleans booleans', () => {
    const result = run(flags, ['cum', { operator: 'min', columns: { b: 'b' } }])
    expect(values(result).b).toEqual([true, false, false])
  })

  it('gives the difference of a boolean and a whole number as a whole number', () => {
    const options = { source_columns: ['b'], compare_columns: ['n'], compare_type: 'difference' }
    expect(types(run(flags, ['compare', options])).at(-1)).toBe('integer')
  })

  it('knows no product of the infinite and nothing', () => {
    const columns: Columns = { a: ['float', [Number.POSITIVE_INFINITY, null]] }
    expect(values(run(columns, ['cum', { operator: 'prod', columns: { a: 'a' } }])).a?.[1]).toBeNull()
  })

  it('reads no geohash that is longer than twelve letters', () => {
    const columns: Columns = { h: ['string', ['ezs42ezs42ezs42']] }
    const options = { geohash: 'h', longitude: 'lon', latitude: 'lat' }
    expect(() => run(columns, ['geohash_decode', options])).toThrow('Invalid geohash string')
  })
})

describe('names that every object inherits', () => {
  it.each(['constructor', 'hasOwnProperty', 'valueOf', '__proto__'])('%s is no function of a step', (name) => {
    const aggregates = { v: { operator: name, column: 'a' } }
    expect(() => run(numbers, ['aggregate', { groupby: ['a'], aggregates }])).toThrow(PostProcessingError)
    const options = { rolling_type: name, columns: { a: 'a' }, window: 2 }
    expect(() => run(numbers, ['rolling', options])).toThrow(PostProcessingError)
    const compared = { source_columns: ['a'], compare_columns: ['a'], compare_type: name }
    expect(() => run(numbers, ['compare', compared])).toThrow(PostProcessingError)
  })
})
