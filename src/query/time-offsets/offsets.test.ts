import { describe, expect, it } from 'vitest'
import { columnNamed, frameOf } from '../post-process/frame.ts'
import { type PostProcessingStep, queryObject } from '../query-object.ts'
import { postProcessOffsets } from './absent.ts'
import { joinTimeOffsets } from './join.ts'
import { planTimeOffsets } from './plan.ts'

const month = (year: number, number: number) => Date.UTC(year, number - 1, 1)
const query = queryObject({
  columns: [
    {
      kind: 'column',
      sqlExpression: 't',
      label: 't',
      columnType: 'BASE_AXIS',
      timeGrain: 'P1M',
      isColumnReference: true,
    },
  ],
  metrics: ['count'],
  filters: [{ column: 't', op: 'TEMPORAL_RANGE', value: '2024-01-01 : 2024-04-01', grain: null, isExtra: false }],
  timeOffsets: ['1 year ago'],
  rowLimit: 10,
})
const bounds = { since: month(2024, 1), until: month(2024, 4) }
const frame = (rows: readonly (readonly [number, number])[]) =>
  frameOf([
    { name: 't', type: 'timestamp', values: rows.map(([time]) => time) },
    { name: 'count', type: 'integer', values: rows.map(([, count]) => count) },
  ])

describe('time offsets', () => {
  it('asks the same question of the shifted range', () => {
    const [plan] = planTimeOffsets(query, bounds, 50_000)
    expect(plan?.query.filters[0]?.value).toBe('2023-01-01T00:00:00 : 2023-04-01T00:00:00')
    expect(plan?.query).toMatchObject({ rowLimit: 50_000, timeOffsets: [], postProcessing: [] })
  })

  it('puts the shifted metric beside the row it belongs to', () => {
    const plans = planTimeOffsets(query, bounds, 50_000)
    const main = frame([
      [month(2024, 2), 5],
      [month(2024, 1), 4],
    ])
    const shifted = frame([[month(2023, 1), 3]])
    const joined = joinTimeOffsets(
      main,
      plans.map((plan) => ({ plan, frame: shifted })),
      query,
    )
    expect(columnNamed(joined, 'count__1 year ago').values).toEqual([null, 3])
  })

  it('goes on where the earlier time has no rows and its columns were dropped', () => {
    const shown = frameOf([
      { name: 't', type: 'timestamp', values: [month(2024, 1), month(2024, 2)] },
      { name: 'who', type: 'string', values: ['a', 'a'] },
      { name: 'count', type: 'integer', values: [4, 5] },
    ])
    const none = frameOf([
      { name: 't', type: 'timestamp', values: [] },
      { name: 'who', type: 'string', values: [] },
      { name: 'count', type: 'integer', values: [] },
    ])
    const answers = planTimeOffsets(query, bounds, 50_000).map((plan) => ({ plan, frame: none }))
    const joined = joinTimeOffsets(shown, answers, query)
    const mean = { operator: 'mean' }
    const pivot = {
      operation: 'pivot',
      options: { index: ['t'], columns: ['who'], aggregates: { count: mean, 'count__1 year ago': mean } },
    }
    const columnsAfter = (step: PostProcessingStep) =>
      postProcessOffsets(joined, [pivot, step], answers).columns.map(({ key, values }) => [key, values])
    const rename = {
      operation: 'rename',
      options: { columns: { count: null, 'count__1 year ago': '1 year ago' }, level: 0 },
    }
    expect(columnsAfter(rename)).toEqual([
      [
        [null, 'a'],
        [4, 5],
      ],
    ])
    const windows = { count: 'count', 'count__1 year ago': 'count__1 year ago' }
    const rolling = {
      operation: 'rolling',
      options: { rolling_type: 'sum', window: 2, min_periods: 1, columns: windows },
    }
    expect(columnsAfter(rolling)).toEqual([
      [
        ['count', 'a'],
        [4, 9],
      ],
    ])
    const compare = {
      operation: 'compare',
      options: {
        source_columns: ['count'],
        compare_columns: ['count__1 year ago'],
        compare_type: 'difference',
        drop_original_columns: true,
      },
    }
    expect(columnsAfter(compare)).toEqual([
      [
        ['difference__count__count__1 year ago', 'a'],
        [null, null],
      ],
    ])
  })

  it('wants a range with both ends', () => {
    expect(() => planTimeOffsets(query, { since: null, until: null }, 10)).toThrow(
      'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
    )
  })
})
