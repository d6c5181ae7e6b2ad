import type { ExtraFormData } from '../../../query/data-mask/filter-config.ts'

type FormData = Readonly<Record<string, unknown>>

/** The settings of a chart for Explore with the filters of the dashboard written into them, marked as extra. */
export function exploreForm(formData: FormData, extra: ExtraFormData, dashboardId: number): Record<string, unknown> {
  const own = Array.isArray(formData.adhoc_filters) ? (formData.adhoc_filters as readonly FormData[]) : []
  const added = (extra.filters ?? []).map((filter) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: filter.col,
    operator: filter.op,
    comparator: filter.val ?? null,
    isExtra: true,
  }))
  const range = extra.time_range
  const hasRange = own.some((filter) => filter.operator === 'TEMPORAL_RANGE')
  const bounded = own.map((filter) =>
    filter.operator === 'TEMPORAL_RANGE' && range !== undefined
      ? { ...filter, comparator: range, isExtra: true }
      : filter,
  )
  const time =
    range === undefined || hasRange || extra.granularity_sqla === undefined
      ? []
      : [temporalFilter(extra.granularity_sqla, range)]
  return {
    ...formData,
    adhoc_filters: [...bounded, ...time, ...added],
    ...(range !== undefined && { time_range: range }),
    ...(extra.time_grain_sqla !== undefined && { time_grain_sqla: extra.time_grain_sqla }),
    dashboardId,
  }
}

function temporalFilter(subject: string, comparator: string): Record<string, unknown> {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject, operator: 'TEMPORAL_RANGE', comparator, isExtra: true }
}
