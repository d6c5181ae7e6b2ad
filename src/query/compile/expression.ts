import { Problem } from '../../wire/problem.ts'
import type { ColumnModel, DatasetModel } from '../dataset-model.ts'
import { comparableTime, type Dialect, holdsInstants, isoMicros } from '../dialect.ts'
import type { Column, Metric, SimpleMetric, SqlColumn } from '../query-object.ts'
import { grainSql } from '../time-grain.ts'
import { isoOf, type NaiveMs } from '../time-range/naive.ts'
import { strftime } from '../time-range/strftime.ts'
import { instantOf } from '../time-range/zone.ts'
import { refuse } from './validate.ts'

const AGGREGATES = new Set(['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'])

/** Turns columns and metrics of one dataset into SQL expressions. */
export interface Expressions {
  readonly dataset: DatasetModel
  readonly dialect: Dialect
  /** Custom SQL that is known to give a time. */
  readonly temporal: ReadonlySet<string>
  /** The zone in which bounds of time are meant. */
  readonly timeZone: string
}

export const columnModel = (dataset: DatasetModel, name: string): ColumnModel | null =>
  dataset.columns.find((column) => column.name === name) ?? null

/** The SQL of a column of the dataset: its name, or its own expression. */
export function columnSql({ dialect }: Expressions, column: ColumnModel): string {
  return column.expression ? inBrackets(column.expression) : dialect.quoteIdentifier(column.name)
}

/** The SQL of a column of the query. */
export function queryColumnSql(
  of: Expressions,
  column: Column,
  timeColumn: string | null,
  grain: string | null,
): string {
  if (typeof column !== 'string') return sqlColumnSql(of, column)
  const model = columnModel(of.dataset, column)
  if (!model) throw refuse(`Columns missing in dataset: ['${column}']`)
  return column === timeColumn ? timeSql(of, model, grain) : columnSql(of, model)
}

function sqlColumnSql(of: Expressions, column: SqlColumn): string {
  const model = columnModel(of.dataset, column.sqlExpression)
  const grain = column.columnType === 'BASE_AXIS' ? column.timeGrain : null
  if (model) return grain && model.isTemporal ? timeSql(of, model, grain) : columnSql(of, model)
  if (column.isColumnReference) throw refuse(`Columns missing in dataset: ['${column.sqlExpression}']`)
  const sql = inBrackets(column.sqlExpression)
  return grain && of.temporal.has(column.sqlExpression) ? truncated(of.dialect, sql, grain) : sql
}

/** A time column as a time: truncated to the grain, and read from its number or text form where it has one. */
export function timeSql(of: Expressions, column: ColumnModel, grain: string | null): string {
  const plain = columnSql(of, column)
  const unit = column.timeFormat === 'epoch_s' ? 's' : column.timeFormat === 'epoch_ms' ? 'ms' : null
  const time = unit ? of.dialect.fromEpoch(plain, unit) : plain
  return grain ? truncated(of.dialect, time, grain, unit ? null : column.type) : time
}

function truncated(dialect: Dialect, sql: string, grain: string, type: string | null = null): string {
  const result = grainSql(dialect, sql, grain, type)
  if (result === null) throw refuse(`Time grain ${grain} is not supported by ${dialect.label}`)
  return result
}

/** A literal that bounds a time column, in the form in which the column keeps its times. */
function boundSql(of: Expressions, column: ColumnModel, clock: NaiveMs): string {
  const isEpoch = column.timeFormat === 'epoch_s' || column.timeFormat === 'epoch_ms'
  const ms = isEpoch || holdsInstants(of.dialect, column.type) ? instantOf(clock, of.timeZone) : clock
  const native = comparableTime(of.dialect, isoOf(ms), column.type)
  if (native !== null && !(column.timeFormat && isTextType(column.type))) return native
  if (column.timeFormat === 'epoch_s') return String(Math.floor(ms / 1000))
  if (column.timeFormat === 'epoch_ms') return String(ms)
  if (column.timeFormat) return of.dialect.quoteText(strftime(ms, column.timeFormat))
  return of.dialect.quoteText(isoMicros(isoOf(ms)).replace('T', ' '))
}
const isTextType = (type: string | null) => /CHAR|TEXT|STRING/i.test(type ?? '')

/** `column >= since AND column < until`, of the column truncated to a grain if one is given; null when both ends are open. */
export function rangeSql(
  of: Expressions,
  column: ColumnModel,
  bounds: { readonly since: NaiveMs | null; readonly until: NaiveMs | null },
  grain: string | null = null,
): string | null {
  const sql = grain ? timeSql(of, column, grain) : columnSql(of, column)
  const parts = [
    ...(bounds.since === null ? [] : [`${sql} >= ${boundSql(of, column, bounds.since)}`]),
    ...(bounds.until === null ? [] : [`${sql} < ${boundSql(of, column, bounds.until)}`]),
  ]
  return parts.length === 0 ? null : parts.join(' AND ')
}

/** The SQL of a metric. */
export function metricSql(of: Expressions, metric: Metric): string {
  if (typeof metric !== 'string')
    return metric.kind === 'sql' ? inBrackets(metric.sqlExpression) : aggregateSql(of, metric)
  const saved = of.dataset.metrics.find(({ name }) => name === metric)
  if (!saved) throw refuse(`Metric '${metric}' does not exist`)
  return inBrackets(saved.expression)
}

function aggregateSql(of: Expressions, metric: SimpleMetric): string {
  const model = columnModel(of.dataset, metric.column)
  if (!model) throw refuse(`Columns missing in dataset: ['${metric.column}']`)
  const aggregate = metric.aggregate.toUpperCase()
  if (!AGGREGATES.has(aggregate)) {
    throw new Problem(
      400,
      `Error: Unknown aggregate ${metric.aggregate}: one of ${[...AGGREGATES].join(', ')} is expected`,
    )
  }
  const sql = columnSql(of, model)
  return aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${sql})` : `${aggregate}(${sql})`
}

/** Custom SQL keeps its meaning next to operators; a line comment at its end must not swallow what follows. */
export function inBrackets(sql: string): string {
  const text = sql.trim()
  if (/^[\w.]+$/.test(text) || isOneCall(text)) return text
  return text.includes('--') || text.includes('#') ? `(${text}\n)` : `(${text})`
}

/** `NAME( ... )` whose first bracket closes at the very end, without comments or quotes to be misread. */
function isOneCall(text: string): boolean {
  if (!/^\w+\([^'"`-]*\)$/.test(text) || text.includes('/*') || text.includes('#')) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0 && text[at] === ')' && at < text.length - 1) return false
  }
  return depth === 0
}
