import type { ExtraFormData, NativeFilter } from '../data-mask/filter-config.ts'

export const OPTION_LIMIT = 1_000
const LABEL = { min: 'min', max: 'max' } as const

/** The body of a `POST /api/v1/chart/data` that reads the choices of a select filter. */
export function optionsRequest(filter: NativeFilter, search: string, parents: ExtraFormData): object | null {
  const [target] = filter.targets
  const column = target?.column?.name
  if (!target?.datasetId || !column) return null
  const isAscending = filter.controlValues.sortAscending !== false
  const metrics = filter.sortMetric ? [filter.sortMetric] : []
  const needle = search.trim()
  const searching = needle === '' ? [] : [{ col: column, op: 'ILIKE', val: `%${escapeLike(needle)}%` }]
  return request(target.datasetId, filter, parents, {
    columns: [column],
    metrics,
    filters: searching,
    orderby: [[filter.sortMetric ?? column, isAscending]],
    row_limit: OPTION_LIMIT,
    apply_fetch_values_predicate: true,
  })
}

/** The body that reads the smallest and greatest value of a range filter. */
export function boundsRequest(filter: NativeFilter, parents: ExtraFormData): object | null {
  const [target] = filter.targets
  const column = target?.column?.name
  if (!target?.datasetId || !column) return null
  const metric = (aggregate: string, label: string) => ({
    expressionType: 'SIMPLE',
    column: { column_name: column },
    aggregate,
    label,
  })
  return request(target.datasetId, filter, parents, {
    columns: [],
    metrics: [metric('MIN', LABEL.min), metric('MAX', LABEL.max)],
    filters: [],
    orderby: [],
    row_limit: 1,
  })
}

interface ChartDataAnswer {
  readonly result?: readonly { readonly data?: readonly Readonly<Record<string, unknown>>[] }[]
}

/** The values of one column in an answer. */
export function valuesFrom(answer: unknown, column: string): readonly unknown[] {
  return rowsOf(answer).map((row) => row[column] ?? null)
}

/** The smallest and greatest value in an answer. */
export function boundsFrom(answer: unknown): { readonly min: number | null; readonly max: number | null } {
  const [row] = rowsOf(answer)
  return { min: numberOrNull(row?.[LABEL.min]), max: numberOrNull(row?.[LABEL.max]) }
}

function request(
  datasetId: number,
  filter: NativeFilter,
  parents: ExtraFormData,
  query: { readonly filters: readonly object[]; readonly [key: string]: unknown },
): object {
  const simple = (filter.adhoc_filters ?? []).filter(isSimple).map((one) => ({
    col: one.subject,
    op: one.operator,
    val: one.comparator,
  }))
  const where = [...sqlOf(filter.adhoc_filters ?? []), ...sqlOf(parents.adhoc_filters ?? [])].join(' AND ')
  const timeRange = parents.time_range ?? filter.time_range
  const granularity = parents.granularity_sqla ?? filter.granularity_sqla
  return {
    datasource: { id: datasetId, type: 'table' },
    force: false,
    result_format: 'json',
    result_type: 'full',
    form_data: { native_filter_id: filter.id, datasource: `${datasetId}__table` },
    queries: [
      {
        ...query,
        filters: [...(parents.filters ?? []), ...simple, ...query.filters],
        extras: { where, having: '' },
        ...(timeRange && timeRange !== 'No filter' && { time_range: timeRange }),
        ...(granularity && { granularity }),
      },
    ],
  }
}

function isSimple(filter: unknown): filter is { subject: string; operator: string; comparator: unknown } {
  return typeof filter === 'object' && filter !== null && 'subject' in filter && 'operator' in filter
}

function sqlOf(filters: readonly unknown[]): readonly string[] {
  return filters.flatMap((filter) =>
    typeof filter === 'object' && filter !== null && 'sqlExpression' in filter && filter.sqlExpression
      ? [`(${filter.sqlExpression})`]
      : [],
  )
}

function rowsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (answer as ChartDataAnswer | null)?.result?.[0]?.data ?? []
}

function numberOrNull(value: unknown): number | null {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
