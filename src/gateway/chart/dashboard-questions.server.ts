import type { DatasetRecord } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { isFilter, type NativeFilter } from '../../query/data-mask/filter-config.ts'
import type { Metric, QueryObject } from '../../query/query-object.ts'
import { columnKey } from './same-question.ts'
import { chartQuestions } from './saved-request.server.ts'

/** What a saved chart may ask. A chart whose settings cannot be read asks nothing. */
export function storedQueries(chart: Row<'charts'>): readonly QueryObject[] {
  return chartQuestions(chart).flatMap(({ queries }) => queries)
}

/** The native filters in the metadata of a dashboard, with the targets that are any. */
export function filtersIn(metadata: string | null): readonly NativeFilter[] {
  try {
    const { native_filter_configuration: filters } = JSON.parse(metadata ?? '{}')
    const known = Array.isArray(filters) ? filters.filter((one) => isFilter(one) && Array.isArray(one.targets)) : []
    return known.map((one) => ({ ...one, targets: one.targets.filter(Boolean) }))
  } catch {
    return []
  }
}

/** Columns of a dataset by which filters narrow it. */
export const filterColumns = (filters: readonly NativeFilter[], { dataset }: DatasetRecord) =>
  filters
    .flatMap(({ targets }) => targets)
    .flatMap(({ datasetId, column }) => (datasetId === dataset.id && column ? [column.name] : []))

/** Names of columns and metrics of a dataset that the charts and filters of a dashboard show. */
export function shownNames(
  charts: readonly Row<'charts'>[],
  metadata: string | null,
  record: DatasetRecord,
): ReadonlySet<string> {
  const asked = charts.filter(({ datasource_id }) => datasource_id === record.dataset.id).flatMap(storedQueries)
  const names = asked.flatMap(({ columns, metrics, filters }) => [
    ...columns.map(columnKey),
    ...filters.map(({ column }) => columnKey(column)),
    ...(metrics ?? []).map(nameOf),
  ])
  return new Set([...names, ...filterColumns(filtersIn(metadata), record)])
}

const nameOf = (metric: Metric) => {
  if (typeof metric === 'string') return metric
  return metric.kind === 'simple' ? metric.column : metric.sqlExpression
}
