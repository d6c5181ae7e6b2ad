import type { DatasetModel } from '../dataset-model.ts'
import { type Column, columnLabel, type QueryFilter, type QueryObject } from '../query-object.ts'

type FormData = Readonly<Record<string, unknown>> | null | undefined

/**
 * The server's amendments: a dashboard's time column takes the place of the chart's own, and a dashboard's time range
 * takes the place of the value of every time filter.
 */
export function amendQuery(query: QueryObject, dataset: DatasetModel, formData: FormData): QueryObject {
  const single = withOrder(query)
  const amended = query.granularity ? replaceTimeColumn(single, query.granularity, dataset, formData) : single
  if (!amended.timeRange) return amended
  const filters = amended.filters.map((filter) =>
    filter.op === 'TEMPORAL_RANGE' ? { ...filter, value: amended.timeRange } : filter,
  )
  return { ...amended, filters }
}

/**
 * What is cut off at a limit without an order is cut off after the largest values of the first metric, or the smallest
 * (specification: charts, section 3).
 */
function withOrder(query: QueryObject): QueryObject {
  const [first] = query.metrics ?? []
  const isCut = (query.rowLimit ?? 0) > 0 && query.columns.length > 0 && !query.isRowcount
  const needsOrder = query.orderby.length === 0 && isCut && first !== undefined
  return needsOrder ? { ...query, orderby: [[first, !query.orderDesc]] } : query
}

function replaceTimeColumn(query: QueryObject, granularity: string, dataset: DatasetModel, formData: FormData) {
  const axis = temporalAxis(dataset, formData)
  const replaced = axis === null ? null : query.columns.find((column) => expressionOf(column) === axis)
  const dropped = axis ?? defaultTimeFilter(query.filters, granularity)
  return {
    ...query,
    columns: replaced
      ? query.columns.map((column) => (column === replaced ? renamed(column, granularity) : column))
      : query.columns,
    postProcessing: replaced
      ? query.postProcessing.map((step) => withPivotIndex(step, granularity))
      : query.postProcessing,
    filters: dropped === null ? query.filters : query.filters.filter(({ column }) => column !== dropped),
  }
}

function temporalAxis(dataset: DatasetModel, formData: FormData): string | null {
  const raw = formData?.x_axis
  const axis = typeof raw === 'object' && raw !== null ? (raw as { sqlExpression?: unknown }).sqlExpression : raw
  const isTemporal = dataset.columns.some(({ name, isTemporal }) => isTemporal && name === axis)
  return isTemporal && typeof axis === 'string' ? axis : null
}

/** The filter that a dashboard's time column replaces: its own, else the first over time. */
function defaultTimeFilter(filters: readonly QueryFilter[], granularity: string): string | null {
  const columns = filters.filter(({ op }) => op === 'TEMPORAL_RANGE').map(({ column }) => expressionOf(column))
  return columns.includes(granularity) ? granularity : (columns[0] ?? null)
}

const expressionOf = (column: Column) => (typeof column === 'string' ? column : column.sqlExpression)

const renamed = (column: Column, name: string): Column =>
  typeof column === 'string' ? name : { ...column, sqlExpression: name, label: name }

function withPivotIndex(
  step: QueryObject['postProcessing'][number],
  index: string,
): QueryObject['postProcessing'][number] {
  return step?.operation === 'pivot' ? { ...step, options: { ...step.options, index: [index] } } : step
}

/** Labels that occur more than once among columns and metrics. */
export function duplicates(labels: readonly string[]): readonly string[] {
  return [...new Set(labels.filter((label, i) => labels.indexOf(label) !== i))]
}

/** Labels of the columns without repeats of the very same name. */
export function distinctColumns(columns: readonly Column[]): readonly Column[] {
  const seen = new Set<string>()
  return columns.filter((column) => {
    const isNew = !seen.has(columnLabel(column))
    seen.add(columnLabel(column))
    return isNew
  })
}
