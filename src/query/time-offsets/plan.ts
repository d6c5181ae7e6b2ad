import { Problem } from '../../wire/problem.ts'
import { refuse, TIME_LABEL } from '../compile/validate.ts'
import type { QueryFilter, QueryObject, SqlColumn } from '../query-object.ts'
import { type Delta, normalizeDelta, readDay, readDelta, subtractShift } from '../time-range/delta.ts'
import { DAY_MS, isoOf } from '../time-range/naive.ts'
import { TimeRangeError } from '../time-range/problem.ts'
import type { TimeBounds } from '../time-range/resolve.ts'

const NOT_ENCLOSED = 'An enclosed time range (both start and end) must be specified when using a Time Comparison.'
const RANGES_OFF =
  'Date range timeshifts are not enabled. Please contact your administrator to enable the DATE_RANGE_TIMESHIFTS_ENABLED feature flag.'

/** One shifted question of a time comparison. */
export interface OffsetPlan {
  /** The text of the chart, which names the columns: `count__1 year ago`. */
  readonly offset: string
  readonly query: QueryObject
  /** How the time of a row leads to that of its partner; null when no column holds a time. */
  readonly delta: Delta | null
}

/** The column of the answer that holds the time, with its grain. */
export interface TimeAxis {
  readonly label: string
  readonly grain: string | null
}

/** The shifted queries of a time comparison. `query` is as the compiler amended it, `bounds` are its range. */
export function planTimeOffsets(query: QueryObject, bounds: TimeBounds, rowLimit: number): readonly OffsetPlan[] {
  return query.timeOffsets.map((offset) => planOffset(query, bounds, rowLimit, offset))
}

function planOffset(query: QueryObject, bounds: TimeBounds, rowLimit: number, offset: string): OffsetPlan {
  if (offset.includes(' : ')) throw new Problem(400, RANGES_OFF)
  if (bounds.since === null || bounds.until === null) throw refuse(NOT_ENCLOSED)
  const duration = durationOf(offset, bounds.since, bounds.until)
  const directed = /\blater$/i.test(offset) ? offset : duration
  const delta = timeAxis(query) ? readDirection(directed) : readDelta(directed)
  const range = `${isoOf(subtractShift(bounds.since, duration))} : ${isoOf(subtractShift(bounds.until, duration))}`
  return { offset, delta, query: shifted(query, range, rowLimit) }
}

/** Every shift looks back, whatever its direction. `inherit` shifts by the length of the range, a day so that the range begins on it. */
function durationOf(offset: string, since: number, until: number): string {
  if (/\blater$/i.test(offset)) return offset.replace(/\s*later$/i, ' ago')
  if (offset === 'inherit') return `${Math.floor((until - since) / DAY_MS)} days ago`
  const day = readDay(offset)
  return day === null ? offset : `${Math.floor((since - day) / DAY_MS)} days ago`
}

function readDirection(duration: string): Delta {
  try {
    return normalizeDelta(duration)
  } catch (cause) {
    throw cause instanceof TimeRangeError ? refuse(cause.message) : cause
  }
}

function shifted(query: QueryObject, range: string, rowLimit: number): QueryObject {
  const axis = query.columns.find(isAxis)?.sqlExpression
  const last = query.filters.findLast(({ op }) => op === 'TEMPORAL_RANGE')
  const isShifted = (filter: QueryFilter) =>
    filter.op === 'TEMPORAL_RANGE' && (filter === last || filter.column === axis || filter.value === last?.value)
  return {
    ...query,
    filters: query.filters.map((filter) => (isShifted(filter) ? { ...filter, value: range } : filter)),
    timeRange: query.granularity ? range : null,
    timeOffsets: [],
    postProcessing: [],
    rowLimit,
    rowOffset: 0,
  }
}

const isAxis = (column: QueryObject['columns'][number]): column is SqlColumn =>
  typeof column !== 'string' && column.columnType === 'BASE_AXIS' && column.timeGrain !== null

/** Where the answer of a query holds its time; null when it holds none. */
export function timeAxis(query: QueryObject): TimeAxis | null {
  const axis = query.columns.find(isAxis)
  if (axis) return { label: axis.label, grain: axis.timeGrain }
  return query.isTimeseries ? { label: TIME_LABEL, grain: query.extras.timeGrain } : null
}
