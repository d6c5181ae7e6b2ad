import {
  FILTER_OPERATORS,
  type FilterOperator,
  type FilterValue,
  type QueryFilter,
  type QueryObject,
} from '../query-object.ts'
import type { ExtraFormData } from './filter-config.ts'

/** A chart's query with a dashboard's filters in force: conditions come before the chart's own, single values replace them. */
export function applyToQuery(query: QueryObject, extra: ExtraFormData): QueryObject {
  const simple = (extra.adhoc_filters ?? []).filter((filter) => filter.expressionType === 'SIMPLE')
  const filters = [
    ...(extra.filters ?? []).flatMap((filter) => queryFilter(filter.col, filter.op, filter.val, filter.grain)),
    ...simple.flatMap((filter) => queryFilter(filter.subject, filter.operator, filter.comparator, undefined)),
  ]
  const granularity = extra.granularity ?? extra.granularity_sqla ?? extra.time_column
  return {
    ...query,
    filters: [...filters, ...query.filters],
    timeRange: extra.time_range ?? query.timeRange,
    granularity: granularity ?? query.granularity,
    extras: {
      ...query.extras,
      where: joinSql([query.extras.where, ...sqlOf(extra, 'WHERE')]),
      having: joinSql([query.extras.having, ...sqlOf(extra, 'HAVING')]),
      timeGrain: extra.time_grain_sqla ?? extra.time_grain ?? query.extras.timeGrain,
      relativeStart: anchor(extra.relative_start) ?? query.extras.relativeStart,
      relativeEnd: anchor(extra.relative_end) ?? query.extras.relativeEnd,
    },
  }
}

function queryFilter(col: unknown, op: unknown, value: unknown, grain: string | undefined): readonly QueryFilter[] {
  const operator = FILTER_OPERATORS.find((known) => known === String(op).toUpperCase())
  if (typeof col !== 'string' || operator === undefined) return []
  return [{ column: col, op: operator, value: filterValue(operator, value), grain: grain ?? null, isExtra: true }]
}

function filterValue(operator: FilterOperator, value: unknown): FilterValue {
  const hasNone = operator.startsWith('IS ')
  return hasNone || value === undefined ? null : (value as FilterValue)
}

function sqlOf(extra: ExtraFormData, clause: 'WHERE' | 'HAVING'): readonly string[] {
  return (extra.adhoc_filters ?? [])
    .filter((filter) => filter.expressionType === 'SQL' && filter.clause === clause)
    .map((filter) => String(filter.sqlExpression ?? ''))
}

function joinSql(parts: readonly string[]): string {
  const present = parts.filter((part) => part.trim() !== '')
  return present.length > 1 ? present.map((part) => `(${part})`).join(' AND ') : (present[0] ?? '')
}

function anchor(text: string | undefined): 'today' | 'now' | undefined {
  return text === 'today' || text === 'now' ? text : undefined
}
