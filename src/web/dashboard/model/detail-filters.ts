interface AdhocFilter {
  readonly expressionType?: string
  readonly clause?: string
  readonly subject?: unknown
  readonly operator?: unknown
  readonly comparator?: unknown
}

/** The body of `POST /datasource/samples` for the rows behind a chart: its own filters and those of the dashboard. */
export function detailFilters(
  formData: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = adhocFilters(formData.adhoc_filters)
    .filter((one) => one.expressionType === 'SIMPLE' && one.clause !== 'HAVING' && one.operator !== 'TEMPORAL_RANGE')
    .map((one) => ({ col: one.subject, op: one.operator, val: one.comparator }))
  const temporal = adhocFilters(formData.adhoc_filters).find((one) => one.operator === 'TEMPORAL_RANGE')
  const added = Array.isArray(extra.filters) ? extra.filters : []
  const timeRange = extra.time_range ?? temporal?.comparator ?? formData.time_range
  const granularity = extra.granularity_sqla ?? temporal?.subject ?? formData.granularity_sqla
  const hasRange = typeof timeRange === 'string' && timeRange !== 'No filter' && timeRange !== ''
  return {
    filters: [...added, ...own],
    ...(hasRange && { time_range: timeRange }),
    ...(hasRange && typeof granularity === 'string' && { granularity }),
  }
}

function adhocFilters(value: unknown): readonly AdhocFilter[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}
