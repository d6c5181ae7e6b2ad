import type { Engine } from './engines.ts'
import { literal, momentOf } from './engines.ts'
import type { Dimension, Filter, Metric, Question } from './questions.ts'
import { type Kind, kindOf, type Value } from './tables.ts'

/** Names and kinds of the columns of an answer, in order. */
export function outputOf({ dimensions, metrics }: Question): readonly { readonly name: string; readonly kind: Kind }[] {
  return [
    ...dimensions.map(({ column }) => ({ name: column, kind: kindOf(column) })),
    ...(metrics ?? []).map((_, i) => ({ name: `m${i}`, kind: 'number' as const })),
  ]
}

/** The question as a chart sends it. */
export function queryObject({ dimensions, metrics, ...rest }: Question): Record<string, unknown> {
  const measures = metrics?.map(wireMetric)
  const columns = dimensions.map(wireDimension)
  const { order, seriesLimit, having } = rest
  const targets = order?.by === 'metric' ? [measures?.[0], ...columns] : columns
  return {
    columns,
    ...(measures ? { metrics: measures } : {}),
    filters: rest.filters.map(({ column, op, value }) => ({
      col: column,
      op,
      ...(value === null ? {} : { val: value }),
    })),
    extras: having ? { having: `${sqlMetric(metrics?.[0])} > ${having.above}` } : {},
    orderby: order ? targets.map((target, i) => [target, i > 0 || order.isAscending]) : [],
    ...(seriesLimit === null
      ? {}
      : {
          series_columns: [columns[0]],
          series_limit: seriesLimit,
          series_limit_metric: measures?.[0],
          order_desc: true,
        }),
    row_limit: rest.limit ?? 10_000,
    row_offset: rest.offset,
  }
}

const wireDimension = ({ column, grain }: Dimension) =>
  grain === null
    ? column
    : { expressionType: 'SQL', sqlExpression: column, label: column, columnType: 'BASE_AXIS', timeGrain: grain }

function wireMetric(metric: Metric, i: number) {
  const label = `m${i}`
  if (metric.isSql || metric.column === null) return { expressionType: 'SQL', sqlExpression: sqlMetric(metric), label }
  return { expressionType: 'SIMPLE', column: { column_name: metric.column }, aggregate: metric.aggregate, label }
}

function sqlMetric(metric: Metric | undefined): string {
  if (!metric || metric.column === null) return 'COUNT(*)'
  const { aggregate, column } = metric
  return aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${column})` : `${aggregate}(${column})`
}

/** The question in plain SQL, as somebody who knows the engine would write it. */
export function plainSql(question: Question, engine: Engine): string {
  const { dimensions, metrics, order, limit, offset, having } = question
  const dims = dimensions.map(({ column, grain }) =>
    grain ? engine.bucket(column, grain) : kindOf(column) === 'time' ? engine.time(column) : column,
  )
  const list = [...dims, ...(metrics ?? []).map(sqlMetric)].map((sql, i) => `${sql} AS c${i}`)
  const where = question.filters.map((filter) => condition(filter, engine))
  const series = seriesCondition(question, where)
  const all = series === null ? where : [...where, series]
  const first = dims.length + 1
  const places = [...(order?.by === 'metric' ? [first] : []), ...dims.map((_, i) => i + 1)]
  return [
    `SELECT ${list.join(', ')} FROM facts`,
    ...(all.length > 0 ? [`WHERE ${all.join(' AND ')}`] : []),
    ...(metrics !== null && dims.length > 0 ? [`GROUP BY ${dims.join(', ')}`] : []),
    ...(having ? [`HAVING ${sqlMetric(metrics?.[0])} > ${having.above}`] : []),
    ...(order && places.length > 0
      ? [`ORDER BY ${places.map((place, i) => `${place} ${i > 0 || order.isAscending ? 'ASC' : 'DESC'}`).join(', ')}`]
      : []),
    ...(limit === null ? [] : [engine.limit?.(limit, offset) ?? `LIMIT ${limit} OFFSET ${offset}`]),
  ].join('\n')
}

/** Groups that have most; a group without a name is none of them. */
function seriesCondition({ seriesLimit, dimensions, metrics }: Question, where: readonly string[]) {
  const column = dimensions[0]?.column
  if (seriesLimit === null || column === undefined) return null
  const conditions = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''
  const top = `SELECT ${column} AS leader FROM facts${conditions} GROUP BY ${column} ORDER BY ${sqlMetric(metrics?.[0])} DESC LIMIT ${seriesLimit}`
  return `${column} IN (SELECT leader FROM (${top}) t)`
}

const SIGNS: Readonly<Record<string, string>> = { '==': '=', '!=': '<>' }

function condition({ column, op, value }: Filter, engine: Engine): string {
  if (op === 'TEMPORAL_RANGE') return rangeCondition(column, String(value), engine)
  if (op === 'IS TRUE' || op === 'IS FALSE') return `${column} = ${op === 'IS TRUE'}`
  if (value === null) return `${column} ${op}`
  if (Array.isArray(value)) return `${column} ${op} (${value.map((item) => literal(engine, item)).join(', ')})`
  const text = literal(engine, value as Value)
  return op === 'ILIKE' ? engine.ilike(column, text) : `${column} ${SIGNS[op] ?? op} ${text}`
}

function rangeCondition(column: string, value: string, engine: Engine): string {
  const [from = '', to = ''] = value.split(' : ').map((text) => text.trim().replace('T', ' ').padEnd(19, ' 00:00:00'))
  const isOpen = (bound: string) => bound.startsWith(' 00')
  return [
    ...(isOpen(from) ? [] : [`${column} >= ${momentOf(engine, from)}`]),
    ...(isOpen(to) ? [] : [`${column} < ${momentOf(engine, to)}`]),
  ].join(' AND ')
}
