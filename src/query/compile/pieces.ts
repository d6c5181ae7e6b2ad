import type { Pieces } from '../plan/pieces.ts'
import { columnLabel, isMetric, metricLabel } from '../query-object.ts'
import { isConstant, type Parts, rowsOf, type Selected } from './statement.ts'

/** What a grouped statement is made of; null for one that is more than groups with an order and a limit. */
export function piecesOf(parts: Parts, list: readonly Selected[]): Pieces | null {
  const { query, of, having } = parts
  const isPlain = query.metrics !== null && !query.isRowcount && query.rowOffset === 0 && having.length === 0
  const order = orderOf(parts, list)
  if (!isPlain || order === null) return null
  const placed = list.map(({ sql, isMetric }, at) => ({ sql, at, isMetric }))
  const dimensions = placed.filter(({ isMetric }) => !isMetric)
  if (dimensions.some(({ sql }) => isConstant(sql))) return null
  const { dataset, dialect } = of
  return {
    source: parts.source,
    alias: dialect.quoteIdentifier(dataset.sql === null ? dataset.name : 'virtual_table'),
    known: dataset.columns,
    where: parts.where,
    dimensions: dimensions.map(({ sql, at }) => ({ sql, at })),
    metrics: placed.filter(({ isMetric }) => isMetric).map(({ sql, at }) => ({ sql, at })),
    order,
    rows: rowsOf(parts),
  }
}

/** The order by places in the list; null where it names what is not shown. */
function orderOf({ query }: Parts, list: readonly Selected[]): Pieces['order'] | null {
  const order = query.orderby.map(([target, isAscending]) => {
    const label = isMetric(target) ? metricLabel(target) : columnLabel(target)
    return { at: list.findIndex(({ name }) => name === label), isAscending }
  })
  return order.every(({ at }) => at >= 0) ? order : null
}
