import type { ExtraFormData } from './filter-config.ts'

type FormData = Readonly<Record<string, unknown>>

/** The time columns of a chart's dataset. */
export interface DatasetTime {
  readonly main: string | null
  readonly columns: readonly string[]
}

/** True when a chart says itself by which column it is bounded in time. */
export function hasOwnTimeColumn(formData: FormData): boolean {
  if (typeof formData.granularity_sqla === 'string' && formData.granularity_sqla !== '') return true
  return hasTimeFilter(formData)
}

function hasTimeFilter(formData: FormData): boolean {
  const filters = Array.isArray(formData.adhoc_filters) ? formData.adhoc_filters : []
  return filters.some((filter) => filter?.operator === 'TEMPORAL_RANGE')
}

/** The column by which a time range bounds a chart: the one it names, its time axis, or the main time column. */
export function timeColumnOf(formData: FormData, time: DatasetTime): string | null {
  const named = formData.granularity_sqla
  if (typeof named === 'string' && named !== '') return named
  const axis = formData.x_axis
  if (typeof axis === 'string' && time.columns.includes(axis)) return axis
  return time.main ?? time.columns[0] ?? null
}

/** The contribution with the time column named, where a time range would otherwise reach nothing. */
export function withTimeColumn(extra: ExtraFormData, formData: FormData, time: DatasetTime): ExtraFormData {
  const isBound = extra.granularity_sqla !== undefined || extra.granularity !== undefined || hasTimeFilter(formData)
  if (extra.time_range === undefined || isBound) return extra
  const column = timeColumnOf(formData, time)
  return column === null ? extra : { ...extra, granularity_sqla: column }
}
