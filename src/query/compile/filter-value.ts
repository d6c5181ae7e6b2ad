import type { ColumnModel } from '../dataset-model.ts'
import { comparableTime, type Dialect } from '../dialect.ts'
import { GENERIC, type GenericType } from '../generic-type.ts'
import type { FilterOperator, FilterScalar, FilterValue } from '../query-object.ts'
import { isoOf } from '../time-range/naive.ts'
import { refuse } from './validate.ts'

const NULL_TEXT = '<NULL>'
const EMPTY_TEXT = '<empty string>'
const NUMERAL = /^[+-]?(\d+(_\d+)*\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/** A value ready to stand in SQL, or null for NULL. */
export type Literal = string | null

/** What a filter's value is coerced to: the kind of the column, as far as it is known. */
export interface FilterTarget {
  readonly type: string | null
  readonly generic: GenericType | null
}

export function targetOf(column: ColumnModel | null, dialect: Dialect): FilterTarget {
  if (!column) return { type: null, generic: GENERIC.text }
  const generic = column.type ? dialect.genericOf(column.type) : column.generic
  return { type: column.type, generic: generic ?? (column.type ? GENERIC.text : column.generic) }
}

/** The one literal of a comparison. Of a list, the first value counts. */
export function scalarLiteral(value: FilterValue, target: FilterTarget, op: FilterOperator, dialect: Dialect): Literal {
  const single = Array.isArray(value) ? ((value as readonly FilterScalar[])[0] ?? null) : (value as FilterScalar)
  return literal(single, target, op, dialect)
}

/** The literals of IN and NOT IN; a single value is a list of one. */
export function listLiterals(
  value: FilterValue,
  target: FilterTarget,
  op: FilterOperator,
  dialect: Dialect,
): readonly Literal[] {
  if (value === null) throw refuse('Filter value list cannot be empty')
  const values = Array.isArray(value) ? (value as readonly FilterScalar[]) : [value as FilterScalar]
  if (values.length === 0) throw refuse('Filter value list cannot be empty')
  const literals = values.map((item) => literal(item, target, op, dialect))
  return values.length > 8 ? [...new Set(literals)] : literals
}

function literal(value: FilterScalar, target: FilterTarget, op: FilterOperator, dialect: Dialect): Literal {
  if (typeof value === 'string') return textLiteral(value, target, op, dialect)
  if (value === null) return null
  if (target.generic === GENERIC.boolean) return dialect.quoteBoolean(Boolean(value))
  if (typeof value === 'boolean') return dialect.quoteBoolean(value)
  if (target.generic === GENERIC.time && target.type) {
    return comparableTime(dialect, isoOf(instant(value)), target.type) ?? numberLiteral(value)
  }
  return numberLiteral(value)
}

/** Milliseconds that a calendar has. */
function instant(value: number): number {
  if (Number.isNaN(new Date(value).getTime())) throw refuse('Filter value must be a time')
  return value
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw refuse('Filter value must be a finite number')
  return String(value)
}

function textLiteral(raw: string, target: FilterTarget, op: FilterOperator, dialect: Dialect): Literal {
  const value = raw.replace(/^[\t\n]+|[\t\n]+$/g, '')
  const isPattern = op === 'LIKE' || op === 'ILIKE' || op === 'NOT LIKE' || op === 'NOT ILIKE'
  if (target.generic === GENERIC.number && !isPattern) return numeral(value)
  if (value === NULL_TEXT) return null
  if (value === EMPTY_TEXT) return dialect.quoteText('')
  if (target.generic === GENERIC.boolean && !isPattern) {
    return dialect.quoteBoolean(value.trim().toLowerCase() === 'true')
  }
  const isTime = target.generic === GENERIC.time && !isPattern && target.type !== null
  const iso = isTime ? isoText(value) : null
  return (iso && comparableTime(dialect, iso, target.type)) ?? dialect.quoteText(value)
}

/** Digits stay as they were typed, so that no decimal place is lost. A text that is no number is NULL. */
function numeral(text: string): Literal {
  const trimmed = text.trim()
  if (/^[+-]?(inf(inity)?|nan)$/i.test(trimmed)) throw refuse('Filter value must be a finite number')
  if (!NUMERAL.test(trimmed)) return null
  return trimmed.replaceAll('_', '').replace(/^\+/, '')
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/
function isoText(text: string): string | null {
  const found = ISO.exec(text.trim())
  if (!found || Number.isNaN(Date.parse(`${found[1]}T${found[2] ?? '00:00'}Z`))) return null
  return `${found[1]}T${found[2] ?? '00:00:00'}`
}
