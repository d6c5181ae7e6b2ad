import { NO_FILTER, rangeText } from './time-range.ts'
import type { WireFilter } from './wire.ts'

export interface FilterOperator {
  readonly id: string
  readonly operator: string
  readonly label: string
  readonly values: 'none' | 'one' | 'many' | 'range'
}

/** Operators as a person reads them and as they are saved. */
export const OPERATORS: readonly FilterOperator[] = [
  { id: 'IN', operator: 'IN', label: 'is any of', values: 'many' },
  { id: 'NOT_IN', operator: 'NOT IN', label: 'is none of', values: 'many' },
  { id: 'EQUALS', operator: '==', label: 'is', values: 'one' },
  { id: 'NOT_EQUALS', operator: '!=', label: 'is not', values: 'one' },
  { id: 'GREATER_THAN', operator: '>', label: 'is more than', values: 'one' },
  { id: 'GREATER_THAN_OR_EQUAL', operator: '>=', label: 'is at least', values: 'one' },
  { id: 'LESS_THAN', operator: '<', label: 'is less than', values: 'one' },
  { id: 'LESS_THAN_OR_EQUAL', operator: '<=', label: 'is at most', values: 'one' },
  { id: 'ILIKE', operator: 'ILIKE', label: 'is like, any case', values: 'one' },
  { id: 'LIKE', operator: 'LIKE', label: 'is like', values: 'one' },
  { id: 'NOT_LIKE', operator: 'NOT LIKE', label: 'is not like', values: 'one' },
  { id: 'REGEX', operator: 'REGEX', label: 'matches the expression', values: 'one' },
  { id: 'IS_NULL', operator: 'IS NULL', label: 'is null', values: 'none' },
  { id: 'IS_NOT_NULL', operator: 'IS NOT NULL', label: 'is not null', values: 'none' },
  { id: 'IS_TRUE', operator: 'IS TRUE', label: 'is true', values: 'none' },
  { id: 'IS_FALSE', operator: 'IS FALSE', label: 'is false', values: 'none' },
  { id: 'TEMPORAL_RANGE', operator: 'TEMPORAL_RANGE', label: 'is in the time range', values: 'range' },
]

export const operatorOf = (filter: WireFilter): FilterOperator | null =>
  OPERATORS.find((one) => one.operator === filter.operator) ?? null

export function filtersIn(value: unknown): readonly WireFilter[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

export function simpleFilter(subject: string, operator: FilterOperator, comparator: unknown): WireFilter {
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject,
    operator: operator.operator,
    operatorId: operator.id,
    comparator: operator.values === 'none' ? null : comparator,
    sqlExpression: null,
  }
}

export function sqlFilter(sqlExpression: string, clause: 'WHERE' | 'HAVING'): WireFilter {
  return { clause, expressionType: 'SQL', sqlExpression, subject: null, operator: null, comparator: null }
}

export const timeFilter = (column: string, range: string): WireFilter =>
  simpleFilter(column, OPERATORS.at(-1) as FilterOperator, range)

/** What the filter says, for its pill; `titles` are the long names of columns. */
export function filterText(
  filter: WireFilter,
  titles: Readonly<Record<string, string>> = {},
  say: (text: string) => string = (text) => text,
): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  const subject = titles[filter.subject ?? ''] || (filter.subject ?? '')
  const operator = operatorOf(filter)
  if (operator?.values === 'range') return `${subject} ${rangeText(String(filter.comparator || NO_FILTER), say)}`
  if (operator?.values === 'none') return `${subject} ${say(operator.label)}`
  const values = Array.isArray(filter.comparator) ? filter.comparator.map(shown).join(', ') : shown(filter.comparator)
  return `${subject} ${SIGNS[filter.operator ?? ''] ?? filter.operator} ${values}`
}

/** Null when the filter can be applied, else what it lacks. */
export function filterProblem(filter: WireFilter): string | null {
  const isWhole = filter.expressionType === 'SQL' ? Boolean(filter.sqlExpression?.trim()) : isWholeSimple(filter)
  return isWhole ? null : 'cannot be empty'
}

function isWholeSimple({ subject, comparator, ...filter }: WireFilter): boolean {
  const operator = operatorOf(filter)
  if (!subject || operator === null) return false
  if (operator.values === 'many') return Array.isArray(comparator) && comparator.length > 0
  return operator.values !== 'one' || (comparator != null && comparator !== '')
}

/** Typed text as a value: a number for a number column, unless digits would be lost. */
export function typedValue(text: string, isNumber: boolean): string | number {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (!isNumber || trimmed === '' || Number.isNaN(value)) return text
  return /^-?\d+$/.test(trimmed) && !Number.isSafeInteger(value) ? text : value
}

const SIGNS: Readonly<Record<string, string>> = {
  IN: 'in',
  'NOT IN': 'not in',
  '==': '=',
  '!=': '≠',
  '>=': '≥',
  '<=': '≤',
  LIKE: 'like',
  ILIKE: 'like',
  'NOT LIKE': 'not like',
  REGEX: '~',
}

const shown = (value: unknown): string => (value === null ? 'null' : String(value ?? ''))
