import { type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseQuery, NO_FILTER } from '../parts/base-query.ts'
import { given } from '../parts/plain-query.ts'
import type { ComparedNumberOptions } from './compared-options.ts'

/** The figure within its time range and, where it has one, the same before. */
export function comparedNumberQuery(options: ComparedNumberOptions): readonly QueryObject[] {
  const base = baseQuery(options)
  const metrics = given(options.metric)
  const offset = offsetOf(options)
  return [queryObject({ ...base, metrics, timeOffsets: offset !== null && isBounded(base) ? [offset] : [] })]
}

/** How far back the earlier time lies: words, or the day on which it begins. Null compares with nothing. */
export function offsetOf({ timeCompare, startDate }: ComparedNumberOptions): string | null {
  const shift = timeCompare[0] ?? null
  return shift === 'custom' ? startDate : shift
}

/** A range without bounds has nothing before it. */
function isBounded({ timeRange, filters = [] }: Partial<QueryObject>): boolean {
  if (timeRange != null) return timeRange !== NO_FILTER
  return filters.some(({ op, value }) => op === 'TEMPORAL_RANGE' && value !== NO_FILTER)
}
