import { type Column, columnLabel, isMetric, type Metric, metricLabel, type QueryObject } from '../query-object.ts'
import { distinctColumns } from './amend.ts'
import { columnModel, columnSql, type Expressions, metricSql, queryColumnSql, timeSql } from './expression.ts'
import { sqlName } from './label.ts'
import type { OutputColumn } from './types.ts'
import { refuse, TIME_LABEL } from './validate.ts'

/** One column of the SELECT list. */
export interface Selected extends OutputColumn {
  readonly sql: string
}

export interface Parts {
  readonly query: QueryObject
  readonly of: Expressions
  readonly timeColumn: string | null
  /** The FROM item. */
  readonly source: string
  readonly where: readonly string[]
  readonly having: readonly string[]
  readonly maxRows: number
}

type Item = Omit<Selected, 'source'>

/** Columns, then metrics, each under its label; a time series begins with its time. */
export function selectList(parts: Parts): readonly Selected[] {
  const { query, of, timeColumn } = parts
  const grain = query.extras.timeGrain
  const grouped = query.metrics !== null
  const columns = distinctColumns(query.columns).map(
    (column): Item => ({
      name: columnLabel(column),
      sql: queryColumnSql(of, column, grouped ? timeColumn : null, grain),
      isMetric: false,
    }),
  )
  const model = query.isTimeseries && timeColumn ? columnModel(of.dataset, timeColumn) : null
  const time = model ? [{ name: TIME_LABEL, sql: timeSql(of, model, grain), isMetric: false }] : []
  const metrics = (query.metrics ?? []).map(
    (metric): Item => ({ name: metricLabel(metric), sql: metricSql(of, metric), isMetric: true }),
  )
  const items = [...time, ...columns, ...metrics]
  const list = items.map((item) => ({ ...item, source: sqlName(item.name, of.dialect, shadows(parts, items, item)) }))
  return inOrder(list, query.extras.columnOrder)
}

/** True for a label that conditions, aggregates or the order would read in place of the column of its name. */
function shadows({ query, of, where, having }: Parts, items: readonly Item[], { name, sql }: Item): boolean {
  const { dialect, dataset } = of
  if (!dialect.labelsShadowColumns || sql === dialect.quoteIdentifier(name)) return false
  if (!dataset.columns.some((column) => column.name === name)) return false
  const others = items.filter((item) => item.name !== name).map((item) => item.sql)
  const order = query.orderby.map(([target]) => (typeof target === 'string' ? '' : JSON.stringify(target)))
  return [...where, ...having, ...others, ...order].some((text) => text.includes(name))
}

function inOrder(list: readonly Selected[], order: readonly string[] | null): readonly Selected[] {
  if (!order) return list
  const rank = ({ name }: Selected) => (order.includes(name) ? order.indexOf(name) : order.length)
  return list.toSorted((a, b) => rank(a) - rank(b))
}

/** The whole statement: SELECT list, source, conditions, groups, order and limits. */
export function statementSql(
  parts: Parts,
  list: readonly Selected[],
  joined: string | null,
  others: Others | null,
): string {
  const { query, of } = parts
  const shown = others ? list.map((column) => others.replace(column)) : list
  const groups = query.metrics === null ? [] : groupBy(shown, of)
  const lines = [
    `SELECT ${shown.map(({ sql, source }) => `${sql} AS ${of.dialect.quoteIdentifier(source)}`).join(', ')}`,
    `FROM ${parts.source}${joined ? `\n${joined}` : ''}`,
    ...clause('WHERE', parts.where),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
    ...clause('HAVING', parts.having),
    ...orderBy(parts, shown),
  ]
  const rows = rowsOf(parts)
  const sql = of.dialect.limit(lines.join('\n'), rows, query.rowOffset)
  return query.isRowcount
    ? `SELECT COUNT(*) AS ${of.dialect.quoteIdentifier('rowcount')}\nFROM (${sql}) AS rowcount_qry`
    : sql
}

/** How many rows a statement gives at most. */
export const rowsOf = ({ query, maxRows }: Pick<Parts, 'query' | 'maxRows'>): number =>
  query.rowLimit ? Math.min(query.rowLimit, maxRows) : maxRows

export interface Others {
  replace(column: Selected): Selected
}

const clause = (word: string, conditions: readonly string[]) =>
  conditions.length === 0 ? [] : [`${word} ${allOf(conditions)}`]

/** Conditions that all hold, as one. */
export const allOf = (conditions: readonly string[]): string => conditions.map(guarded).join(' AND ')

/** Conditions are joined by AND, so one that holds an OR needs brackets. */
const guarded = (condition: string) =>
  /\bOR\b/i.test(condition) && !condition.startsWith('(') ? `(${condition})` : condition

export const isConstant = (sql: string): boolean => /^\(?['\d]/.test(sql)

/** A constant in GROUP BY would be read as a position, so it is named by its own. */
function groupBy(list: readonly Selected[], { dialect }: Expressions): readonly string[] {
  return list.flatMap(({ sql, source, isMetric }, i) => {
    if (isMetric) return []
    if (isConstant(sql)) return [String(i + 1)]
    return [dialect.labelsShadowColumns ? dialect.quoteIdentifier(source) : sql]
  })
}

function orderBy(parts: Parts, list: readonly Selected[]): readonly string[] {
  const { query, of } = parts
  const terms = query.orderby.map(
    ([target, isAscending]) => `${orderSql(parts, list, target)} ${isAscending ? 'ASC' : 'DESC'}`,
  )
  return terms.length > 0 && of ? [`ORDER BY ${terms.join(', ')}`] : []
}

function orderSql({ query, of, timeColumn }: Parts, list: readonly Selected[], target: Column | Metric): string {
  const label = isMetric(target) ? metricLabel(target) : columnLabel(target as Column)
  const shown = list.find(({ name }) => name === label)
  if (shown) return of.dialect.quoteIdentifier(shown.source)
  if (typeof target !== 'string') {
    return isMetric(target) ? metricSql(of, target) : queryColumnSql(of, target, timeColumn, query.extras.timeGrain)
  }
  const isSaved = of.dataset.metrics.some(({ name }) => name === target)
  // A group has many values of a column, so what groups are sorted by is the metric of that name.
  if (isSaved && query.metrics !== null) return metricSql(of, target)
  const model = columnModel(of.dataset, target)
  if (model) return columnSql(of, model)
  if (isSaved) return metricSql(of, target)
  throw refuse(`Unknown column used in orderby: ${target}`)
}
