import type { QueryObject } from '../../query/query-object.ts'
import { asRecord, asText } from './form-options.ts'

/**
 * The time column that charts from before time was a filter name beside their range (`granularity_sqla` and
 * `time_range`); null where they name none.
 */
export const olderTimeColumn = (form: unknown): string | null => asText(asRecord(form)?.granularity_sqla) || null

/** The range of such a chart as a filter, unless something else bounds the question already. */
export function boundedInTime(query: QueryObject, form: unknown): QueryObject {
  const column = olderTimeColumn(form)
  const isBound = query.granularity !== null || query.filters.some(({ op }) => op === 'TEMPORAL_RANGE')
  if (column === null || query.timeRange === null || isBound) return query
  const filter = { column, op: 'TEMPORAL_RANGE', value: query.timeRange, grain: null, isExtra: false } as const
  return { ...query, filters: [...query.filters, filter] }
}
