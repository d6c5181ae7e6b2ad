import { GENERIC } from '../generic-type.ts'
import { type Column, columnLabel, type QueryFilter } from '../query-object.ts'
import type { TimeBounds } from '../time-range/resolve.ts'
import { columnModel, columnSql, type Expressions, inBrackets, metricSql, rangeSql, timeSql } from './expression.ts'
import { type FilterTarget, listLiterals, scalarLiteral, targetOf } from './filter-value.ts'
import { refuse } from './validate.ts'

/** Resolves the text of a time range; the compiler gives the clock. */
export type RangeReader = (text: string) => TimeBounds

/** A filter's column as SQL with what its values are coerced to, or null when the dataset has no such column. */
interface Subject extends FilterTarget {
  readonly sql: string
}

/** True when the filter can be applied: its column is custom SQL or one of the dataset's. */
export function isKnown(of: Expressions, column: Column): boolean {
  return typeof column !== 'string' || columnModel(of.dataset, column) !== null
}

/** The predicate of one filter; null when it asks for nothing. */
export function filterSql(of: Expressions, filter: QueryFilter, readRange: RangeReader): string | null {
  if (filter.op === 'TEMPORAL_RANGE') return temporalSql(of, filter, readRange)
  return predicateSql(of, filter, subjectOf(of, filter))
}

/** The predicate on groups of a filter that names a saved metric instead of a column; null for any other. */
export function metricFilterSql(of: Expressions, filter: QueryFilter): string | null {
  const { column, op } = filter
  const isMetric = typeof column === 'string' && of.dataset.metrics.some(({ name }) => name === column)
  if (!isMetric || isKnown(of, column) || op === 'TEMPORAL_RANGE') return null
  return predicateSql(of, filter, { sql: metricSql(of, column), type: null, generic: null })
}

function predicateSql(of: Expressions, filter: QueryFilter, subject: Subject): string {
  const { sql } = subject
  switch (filter.op) {
    case 'IS NULL':
      return `${sql} IS NULL`
    case 'IS NOT NULL':
      return `${sql} IS NOT NULL`
    case 'IS TRUE':
    case 'IS FALSE':
      return of.dialect.isBoolean(sql, filter.op === 'IS TRUE')
    case 'IN':
    case 'NOT IN':
      return listSql(of, filter, subject)
    case 'REGEX':
      return regexSql(of, filter, subject)
    default:
      return comparisonSql(of, filter, subject)
  }
}

function subjectOf(of: Expressions, filter: QueryFilter): Subject {
  const { column, grain } = filter
  const name = typeof column === 'string' ? column : column.sqlExpression
  const model = columnModel(of.dataset, name)
  if (!model) return { sql: inBrackets(name), type: null, generic: typeof column === 'string' ? GENERIC.text : null }
  return { sql: grain ? timeSql(of, model, grain) : columnSql(of, model), ...targetOf(model, of.dialect) }
}

function temporalSql(of: Expressions, filter: QueryFilter, readRange: RangeReader): string | null {
  const model = typeof filter.column === 'string' ? columnModel(of.dataset, filter.column) : null
  if (!model || typeof filter.value !== 'string') throw refuse('Invalid filter operation type: TEMPORAL_RANGE')
  return rangeSql(of, model, readRange(filter.value), filter.grain)
}

function listSql(of: Expressions, filter: QueryFilter, subject: Subject): string {
  const literals = listLiterals(filter.value, subject, filter.op, of.dialect)
  const known = literals.filter((literal) => literal !== null)
  const items = itemsOf(of, subject, known)
  const listed = known.length > 0 ? `${subject.sql} IN (${items})` : null
  const empty = literals.length > known.length ? `${subject.sql} IS NULL` : null
  if (filter.op === 'IN') return empty && listed ? `(${empty} OR ${listed})` : (empty ?? listed ?? '')
  const unlisted = listed && `${subject.sql} NOT IN (${items})`
  const present = empty && `${subject.sql} IS NOT NULL`
  return present && unlisted ? `(${present} AND ${unlisted})` : (present ?? unlisted ?? '')
}

/** So many values are listed one by one. */
const MOST_LISTED = 2_000

const itemsOf = (of: Expressions, subject: Subject, literals: readonly string[]) =>
  longList(of, subject, literals) ?? literals.join(', ')

function longList({ dialect }: Expressions, { generic }: Subject, literals: readonly string[]): string | null {
  if (literals.length <= MOST_LISTED || !dialect.longList) return null
  if (generic === GENERIC.number)
    return literals.every((one) => /^-?\d{1,18}$/.test(one)) ? dialect.longList(literals, 'whole') : null
  if (generic !== GENERIC.text || !literals.every((one) => one.startsWith("'"))) return null
  const texts = literals.map((one) => one.slice(1, -1).replaceAll("''", "'"))
  return dialect.longList(texts, 'text')
}

function comparisonSql(of: Expressions, filter: QueryFilter, subject: Subject): string {
  const { op } = filter
  const literal = scalarLiteral(filter.value, subject, op, of.dialect)
  if (op === '==') return literal === null ? `${subject.sql} IS NULL` : `${subject.sql} = ${literal}`
  if (op === '!=') return literal === null ? `${subject.sql} IS NOT NULL` : `${subject.sql} <> ${literal}`
  if (literal === null) throw refuse('Must specify a value for filters with comparison operators')
  return isOrder(op) ? orderingSql(of, filter, subject.sql, literal) : patternSql(of, filter, subject, literal)
}

const ORDERINGS: readonly string[] = ['>', '<', '>=', '<=']
const isOrder = (op: string) => ORDERINGS.includes(op)

function orderingSql(of: Expressions, filter: QueryFilter, sql: string, literal: string): string {
  const isBoolean = literal === of.dialect.quoteBoolean(true) || literal === of.dialect.quoteBoolean(false)
  if (isBoolean && typeof filter.value === 'boolean') {
    throw refuse(`Filter on ${columnLabel(filter.column)}: ${filter.op} does not compare true and false`)
  }
  return `${sql} ${filter.op} ${literal}`
}

function regexSql(of: Expressions, filter: QueryFilter, subject: Subject): string {
  if (filter.value === null || filter.value === '' || typeof filter.value === 'object')
    throw refuse('Must specify a value for filters with comparison operators')
  const sql = subject.generic === GENERIC.text ? subject.sql : of.dialect.castToText(subject.sql)
  const match = of.dialect.regexMatch(sql, String(filter.value))
  if (match === null) throw refuse(`${of.dialect.label} has no regular expressions for filters`)
  return match
}

function patternSql(of: Expressions, filter: QueryFilter, subject: Subject, literal: string): string {
  const sql = subject.generic === GENERIC.text ? subject.sql : of.dialect.castToText(subject.sql)
  const pattern = literal.startsWith("'") || literal.startsWith('(') ? literal : of.dialect.quoteText(literal)
  if (filter.op === 'LIKE') return `${sql} LIKE ${pattern}`
  if (filter.op === 'NOT LIKE') return `${sql} NOT LIKE ${pattern}`
  return of.dialect.likeAnyCase(sql, pattern, filter.op === 'NOT ILIKE')
}
