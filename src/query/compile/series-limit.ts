import { columnLabel } from '../query-object.ts'
import { metricSql } from './expression.ts'
import type { Others, Parts, Selected } from './statement.ts'

const ALIAS = 'series_limit'
const RANK = 'mme_inner__'

export interface SeriesLimit {
  /** The JOIN that keeps the leading series; null where they are looked up instead. */
  readonly join: string | null
  /** Shows the other series as one, where the query asks for it. */
  readonly others: Others | null
}

/** Keeps the leading series of a chart by a joined sub-query; null when the query has no such limit. */
export function seriesLimit(parts: Parts, list: readonly Selected[]): SeriesLimit | null {
  const { query, of } = parts
  const labels = new Set(query.seriesColumns.map(columnLabel))
  const series = list.filter(({ name, isMetric }) => !isMetric && labels.has(name))
  if (query.seriesLimit === 0 || series.length === 0 || query.metrics === null) return null
  const quote = of.dialect.quoteIdentifier
  const inner = (column: Selected) => quote(`${column.source}__`)
  const rank = rankSql(parts)
  const ranked = [
    `SELECT ${series.map((column) => `${column.sql} AS ${inner(column)}`).join(', ')}, ${rank} AS ${quote(RANK)}`,
    `FROM ${parts.source}`,
    ...(parts.where.length > 0 ? [`WHERE ${parts.where.map((condition) => `(${condition})`).join(' AND ')}`] : []),
    `GROUP BY ${series.map((column) => (of.dialect.labelsShadowColumns ? inner(column) : column.sql)).join(', ')}`,
    `ORDER BY ${quote(RANK)} ${query.orderDesc ? 'DESC' : 'ASC'}`,
  ].join('\n')
  const limited = of.dialect.limit(ranked, query.seriesLimit, 0)
  if (query.groupOthers && of.dialect.outerJoinFillsIn) {
    const places = `SELECT ${series.map(inner).join(', ')} FROM (\n${limited}\n)`
    const isLeading = `(${series.map(({ sql }) => sql).join(', ')}) IN (${places})`
    return { join: null, others: othersOf(parts, series, isLeading) }
  }
  const isFound = series.map((column) => `${ALIAS}.${inner(column)} IS NOT NULL`).join(' AND ')
  const on = series.map((column) => `${column.sql} = ${ALIAS}.${inner(column)}`).join(' AND ')
  const kind = query.groupOthers ? 'LEFT JOIN' : 'JOIN'
  return {
    join: `${kind} (\n${limited}\n) AS ${ALIAS} ON ${on}`,
    others: query.groupOthers ? othersOf(parts, series, isFound) : null,
  }
}

function rankSql({ query, of }: Parts): string {
  const metric = query.seriesLimitMetric ?? query.metrics?.[0]
  return metric ? metricSql(of, metric) : 'COUNT(*)'
}

function othersOf({ of }: Parts, series: readonly Selected[], isLeading: string): Others {
  const names = new Set(series.map(({ name }) => name))
  return {
    replace: (column) =>
      names.has(column.name)
        ? { ...column, sql: `CASE WHEN ${isLeading} THEN ${column.sql} ELSE ${of.dialect.quoteText('Others')} END` }
        : column,
  }
}
