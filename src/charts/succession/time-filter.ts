import { isoOf, SECOND_MS } from '../../query/time-range/naive.ts'
import { resolveTimeRange } from '../../query/time-range/resolve.ts'
import { asRecord, asText, type FormData } from '../parts/form-options.ts'
import { isSet, listFrom } from './rule.ts'

const NO_FILTER = 'No filter'

/**
 * The time column and its range as a filter, and as the x-axis where the chart has one. A range over custom SQL is
 * written out with the ends that it has at `now`, since such a filter knows no words for times. Throws TimeRangeError
 * for a range over custom SQL that cannot be read.
 */
export function withTimeFilter(form: FormData, hasTimeAxis: boolean, now: Date): FormData {
  const { granularity_sqla: column, time_range: saved, ...rest } = form
  if (!isSet(column)) return rest
  const range = asText(saved) ?? NO_FILTER
  const filter = filterOn(column, range, now)
  const grain = isSet(rest.time_grain_sqla) ? rest.time_grain_sqla : 'P1D'
  return {
    ...rest,
    ...(hasTimeAxis ? { x_axis: column, time_grain_sqla: grain } : {}),
    adhoc_filters: [...listFrom(rest.adhoc_filters), ...(filter === null ? [] : [filter])],
  }
}

function filterOn(column: unknown, range: string, now: Date): FormData | null {
  const kind = { clause: 'WHERE', operator: 'TEMPORAL_RANGE' }
  const custom = asRecord(column)
  if (custom === undefined) return { ...kind, subject: column, comparator: range, expressionType: 'SIMPLE' }
  const expression = String(custom.sqlExpression)
  const { since, until } = resolveTimeRange(range, { now: Math.floor(now.getTime() / SECOND_MS) * SECOND_MS })
  const bounds = [
    ...(since === null ? [] : [`${expression} >= '${isoOf(since)}'`]),
    ...(until === null ? [] : [`${expression} < '${isoOf(until)}'`]),
  ]
  if (bounds.length === 0) return null
  return {
    ...kind,
    subject: custom.label,
    comparator: null,
    expressionType: 'SQL',
    sqlExpression: bounds.join(' AND '),
  }
}
