import {
  type Column,
  columnLabel,
  isMetric,
  type Metric,
  metricLabel,
  type QueryObject,
} from '../../query/query-object.ts'

/** What may be asked by someone who sees a dashboard but not its dataset. Names and SQL stand as they are written. */
export interface AllowedQuestion {
  readonly columns: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
  /** Columns by whose values rows may be narrowed. */
  readonly filterColumns: ReadonlySet<string>
  readonly timeColumns: ReadonlySet<string>
  /** Whole WHERE and HAVING clauses. */
  readonly clauses: ReadonlySet<string>
  /** Rows as they are, not grouped. */
  readonly isRaw: boolean
  /** Annotations with data of their own. */
  readonly annotations: ReadonlySet<string>
}

const RESULT_TYPES: ReadonlySet<string | null> = new Set([null, 'full', 'results', 'post_processed', 'query'])

/** What questions name, as the question that is allowed for them. */
export function allowedBy(questions: readonly QueryObject[]): AllowedQuestion {
  return {
    columns: new Set(questions.flatMap(({ columns }) => columns.map(columnKey))),
    metrics: new Set(questions.flatMap(metricsOf).map(metricKey)),
    filterColumns: new Set(questions.flatMap(({ filters }) => filters.map(({ column }) => columnKey(column)))),
    timeColumns: new Set(questions.flatMap(({ granularity }) => (granularity === null ? [] : [granularity]))),
    clauses: new Set(questions.flatMap(({ extras }) => [extras.where, extras.having])),
    isRaw: questions.some(({ metrics }) => metrics === null),
    annotations: new Set(questions.flatMap(annotationsOf)),
  }
}

/** True when a question names nothing beyond what is allowed; how many rows and of which values is free. */
export function isWithin(query: QueryObject, allowed: AllowedQuestion): boolean {
  const { where, having } = query.extras
  return (
    RESULT_TYPES.has(query.resultType) &&
    [...query.columns, ...query.seriesColumns].every((column) => allowed.columns.has(columnKey(column))) &&
    metricsOf(query).every((metric) => allowed.metrics.has(metricKey(metric))) &&
    query.orderby.every(([target]) => isKnownOrder(query, target, allowed)) &&
    query.filters.every(({ column }) => allowed.filterColumns.has(columnKey(column))) &&
    (query.granularity === null || allowed.timeColumns.has(query.granularity)) &&
    [where, having].every((clause) => clause === '' || allowed.clauses.has(clause)) &&
    (query.metrics !== null || allowed.isRaw)
  )
}

/** True when a question shows no annotations of other data than those that are allowed. */
export const annotatesWithin = (query: QueryObject, allowed: AllowedQuestion): boolean =>
  annotationsOf(query).every((annotation) => allowed.annotations.has(annotation))

/** Formulas are drawn from their text alone. */
const annotationsOf = ({ annotationLayers }: QueryObject) =>
  annotationLayers
    .filter(({ annotationType }) => annotationType !== 'FORMULA')
    .map(({ sourceType, value }) => JSON.stringify([sourceType, String(value)]))

function isKnownOrder(query: QueryObject, target: Column | Metric, allowed: AllowedQuestion): boolean {
  if (typeof target !== 'string')
    return isMetric(target) ? allowed.metrics.has(metricKey(target)) : allowed.columns.has(columnKey(target))
  const shown = [...query.columns.map(columnLabel), ...metricsOf(query).map(metricLabel)]
  return shown.includes(target) || allowed.columns.has(target) || allowed.metrics.has(metricKey(target))
}

const metricsOf = ({ metrics, seriesLimitMetric }: QueryObject) => [
  ...(metrics ?? []),
  ...(seriesLimitMetric === null ? [] : [seriesLimitMetric]),
]

/** A column by its name is the same as the SQL that is nothing but the name. */
export const columnKey = (column: Column) => (typeof column === 'string' ? column : column.sqlExpression)

const metricKey = (metric: Metric) => {
  if (typeof metric === 'string') return `saved ${metric}`
  return metric.kind === 'simple'
    ? `${metric.aggregate.toUpperCase()} of ${metric.column}`
    : `sql ${metric.sqlExpression}`
}
