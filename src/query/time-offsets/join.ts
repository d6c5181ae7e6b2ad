import { type Cell, type DataFrame, type FrameColumn, keyText, rangeIndex, rowCount } from '../post-process/frame.ts'
import { metricLabel, type QueryObject } from '../query-object.ts'
import { addUnits, truncate } from '../time-range/calendar.ts'
import { DAY_MS } from '../time-range/naive.ts'
import { type OffsetPlan, type TimeAxis, timeAxis } from './plan.ts'

export interface OffsetAnswer {
  readonly plan: OffsetPlan
  readonly frame: DataFrame
}

/**
 * Puts the metrics of shifted answers beside those of the main one, as `metric__offset`. Rows meet on every other
 * column; the time meets in the bucket of its grain after the shift. What finds no partner stays null.
 */
export function joinTimeOffsets(main: DataFrame, answers: readonly OffsetAnswer[], query: QueryObject): DataFrame {
  const metrics = new Set((query.metrics ?? []).map(metricLabel))
  const axis = timeAxis(query)
  return answers.reduce((frame, answer) => joinOne(frame, answer, metrics, axis, query.timeCompareFullRange), main)
}

function joinOne(
  main: DataFrame,
  { plan, frame }: OffsetAnswer,
  metrics: ReadonlySet<string>,
  axis: TimeAxis | null,
  isFull: boolean,
): DataFrame {
  const keys = frame.columns.map(({ key }) => String(key[0])).filter((name) => !metrics.has(name))
  const right = new Map<string, number>()
  for (let row = 0; row < rowCount(frame); row += 1) {
    const key = rowKey(frame, row, keys, axis, (ms) => ms)
    if (!right.has(key)) right.set(key, row)
  }
  const shift = (ms: number) => (plan.delta ? (addUnits(ms, plan.delta.count, plan.delta.unit) ?? ms) : ms)
  const partners = Array.from(
    { length: rowCount(main) },
    (_, row) => right.get(rowKey(main, row, keys, axis, shift)) ?? null,
  )
  const matched = new Set(partners)
  const alone = isFull && axis ? [...right.values()].filter((row) => !matched.has(row)) : []
  const back = (ms: number) => (plan.delta ? (addUnits(ms, -plan.delta.count, plan.delta.unit) ?? ms) : ms)
  const extended = main.columns.map((column) => extend(column, frame, alone, keys, axis, back))
  const added = frame.columns
    .filter(({ key }) => metrics.has(String(key[0])))
    .map((column): FrameColumn => {
      const values = [...partners, ...alone].map((row) => (row === null ? null : (column.values[row] ?? null)))
      return { key: [`${String(column.key[0])}__${plan.offset}`], type: typeOf(column, values), values }
    })
  return { columns: [...extended, ...added], levels: main.levels, index: rangeIndex(rowCount(main) + alone.length) }
}

/** Rows of the shifted answer without a partner, moved to where they belong in the main one. */
function extend(
  column: FrameColumn,
  frame: DataFrame,
  alone: readonly number[],
  keys: readonly string[],
  axis: TimeAxis | null,
  back: (ms: number) => number,
): FrameColumn {
  if (alone.length === 0) return column
  const name = String(column.key[0])
  const source = keys.includes(name) ? frame.columns.find(({ key }) => key[0] === name) : undefined
  const cells = alone.map((row): Cell => {
    const cell = source?.values[row] ?? null
    return name === axis?.label && typeof cell === 'number' ? back(cell) : cell
  })
  return { ...column, values: [...column.values, ...cells] }
}

function typeOf(column: FrameColumn, values: readonly Cell[]) {
  if (values.length > 0 && values.every((value) => value === null)) return 'null'
  return column.type === 'integer' && values.includes(null) ? 'float' : column.type
}

function rowKey(
  frame: DataFrame,
  row: number,
  keys: readonly string[],
  axis: TimeAxis | null,
  shift: (ms: number) => number,
): string {
  const cells = keys.map((name): Cell => {
    const cell = frame.columns.find(({ key }) => key[0] === name)?.values[row] ?? null
    return name === axis?.label && typeof cell === 'number' ? bucketOf(shift(cell), axis.grain) : cell
  })
  return keyText(cells)
}

/** The bucket of a time: weeks, months, quarters and years as such, everything finer exactly. */
function bucketOf(ms: number, grain: string | null): number {
  switch (grain) {
    case 'P7D':
    case 'P1W':
    case '1969-12-29T00:00:00Z/P1W':
    case 'P1W/1970-01-04T00:00:00Z':
      return truncate(ms, 'week')
    case '1969-12-28T00:00:00Z/P1W':
    case 'P1W/1970-01-03T00:00:00Z':
      return truncate(ms + DAY_MS, 'week') - DAY_MS
    case 'P1M':
      return truncate(ms, 'month')
    case 'P3M':
      return truncate(ms, 'quarter')
    case 'P1Y':
      return truncate(ms, 'year')
    default:
      return ms
  }
}
