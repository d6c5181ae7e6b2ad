import {
  type Column,
  FILTER_OPERATORS,
  type FilterValue,
  type Metric,
  type QueryExtras,
  type QueryFilter,
  type QueryObject,
  REGEX_OPERATOR,
  type SqlColumn,
} from '../../query/query-object.ts'
import { asRecord, asText, listOf, oneOf } from './form-options.ts'
import { type AdhocFilter, formFilters } from './form-query-fields.ts'

export interface BaseOptions {
  readonly adhocFilters: readonly AdhocFilter[]
  /** The condition of a chart that was saved before filters could be SQL. */
  readonly where?: string | null
  readonly extra: Readonly<Record<string, unknown>>
  readonly timeRange: string | null
  readonly granularity: string | null
  readonly timeGrain: string | null
  readonly rowLimit: number | null
  readonly orderDesc: boolean
  readonly urlParams: Readonly<Record<string, string>>
}

/** A time range without bounds. */
export const NO_FILTER = 'No filter'
const anchor = (value: unknown) => (value === 'today' || value === 'now' ? value : null)

const operator = oneOf([...FILTER_OPERATORS, REGEX_OPERATOR])

/** Filters of the dashboard, as `{ col, op, val }`. */
const extraFilters = listOf((value): QueryFilter | undefined => {
  const saved = asRecord(value) ?? {}
  const column = asText(saved.col)
  const op = operator(saved.op)
  if (column === undefined || op === undefined) return undefined
  return { column, op, value: (saved.val ?? null) as FilterValue, grain: asText(saved.grain) ?? null, isExtra: true }
})

/** Filters, time and limits: the part of a query that all chart types share, with the dashboard's filters on top. */
export function baseQuery(options: BaseOptions): Partial<QueryObject> & { readonly extras: QueryExtras } {
  const { extra } = options
  const adhoc = [...options.adhocFilters, ...formFilters(extra.adhoc_filters)]
  const range = asText(extra.time_range) ?? (options.timeRange === NO_FILTER ? null : options.timeRange)
  const column = asText(extra.granularity_sqla) ?? asText(extra.granularity) ?? null
  return {
    filters: [...adhoc.flatMap(simpleFilter), ...extraFilters(extra.filters)],
    extras: {
      where: clauseOf([options.where ?? '', ...clauses(adhoc, 'WHERE')]),
      having: clauseOf(clauses(adhoc, 'HAVING')),
      timeGrain: asText(extra.time_grain_sqla) ?? options.timeGrain,
      relativeStart: anchor(extra.relative_start),
      relativeEnd: anchor(extra.relative_end),
      instantTimeComparisonRange: null,
      columnOrder: null,
    },
    timeRange: range,
    granularity: column,
    rowLimit: options.rowLimit,
    orderDesc: options.orderDesc,
    urlParams: options.urlParams,
  }
}

/** The x-axis as a column of the query, truncated to the grain. */
export function baseAxis(axis: Column, timeGrain: string | null): SqlColumn {
  if (typeof axis !== 'string') return { ...axis, columnType: 'BASE_AXIS', timeGrain } as SqlColumn
  return {
    kind: 'column',
    sqlExpression: axis,
    label: axis,
    columnType: 'BASE_AXIS',
    timeGrain,
    isColumnReference: true,
  }
}

/** The order of a chart: by its own sort metric, else by its first metric. */
export function orderByMetric(
  sortBy: Metric | null,
  metrics: readonly Metric[],
  isDescending: boolean,
): readonly (readonly [Metric, boolean])[] {
  const target = sortBy ?? metrics[0]
  return target === undefined ? [] : [[target, !isDescending]]
}

function simpleFilter(filter: AdhocFilter): readonly QueryFilter[] {
  if (filter.kind === 'sql' || filter.clause === 'HAVING' || !filter.subject) return []
  const op = operator(filter.operator.toUpperCase())
  if (op === undefined) return []
  const isUnbounded = op === 'TEMPORAL_RANGE' && (filter.comparator == null || filter.comparator === '')
  const value = isUnbounded ? NO_FILTER : filter.comparator
  return [{ column: filter.subject, op, value: value as FilterValue, grain: null, isExtra: filter.isExtra }]
}

const clauses = (filters: readonly AdhocFilter[], clause: 'WHERE' | 'HAVING') =>
  filters.filter((filter) => filter.clause === clause && filter.kind === 'sql').map((filter) => filter.sqlExpression)

const clauseOf = (conditions: readonly string[]) =>
  conditions
    .filter((condition) => condition.trim())
    .map((condition) => `(${condition}${condition.includes('--') ? '\n' : ''})`)
    .join(' AND ')
