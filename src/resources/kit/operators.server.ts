import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** How a column may be filtered; `column` where the store's name differs from the wire's, or where it is worked out. */
export interface FilterKind {
  readonly type: 'text' | 'number' | 'flag' | 'time' | 'relation'
  readonly column?: string | RawBuilder<unknown>
}

type Column = RawBuilder<unknown>
type Build = (column: Column, value: unknown) => Expression<SqlBool>

const like = (column: Column, pattern: string) =>
  sql<SqlBool>`lower(${column}) like ${pattern.toLowerCase()} escape '!'`
const not = (inner: Expression<SqlBool>) => sql<SqlBool>`not coalesce(${inner}, false)`
/** A text that matches itself inside a LIKE pattern whose escape is `!`. */
const likeText = (value: unknown) => String(value ?? '').replace(/[!%_]/g, '!$&')

const STARTS: Build = (column, value) => like(column, `${likeText(value)}%`)
const ENDS: Build = (column, value) => like(column, `%${likeText(value)}`)
export const CONTAINS: Build = (column, value) => like(column, `%${likeText(value)}%`)
/** Whether one of some columns, or of what is worked out of them, holds a text in any case. */
export const anyHolds = (columns: readonly (string | Column)[], value: unknown) =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => CONTAINS(typeof column === 'string' ? sql.ref(column) : column, value)),
    sql` or `,
  )})`
const EQUALS: Build = (column, value) =>
  value === null ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${bound(value)}`
const IN: Build = (column, value) => {
  const values = (Array.isArray(value) ? value : [value]).map(bound)
  return values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(values)})`
}
const COMPARE = (sign: '>' | '<'): Build =>
  sign === '>'
    ? (column, value) => sql<SqlBool>`${column} > ${bound(value)}`
    : (column, value) => sql<SqlBool>`${column} < ${bound(value)}`
const negated =
  (build: Build): Build =>
  (column, value) =>
    not(build(column, value))

const EQUALITY = { eq: EQUALS, neq: negated(EQUALS), in: IN, not_in: negated(IN) }
/** A number that is compared with a text column is meant as its digits. */
const asText =
  (build: Build): Build =>
  (column, value) =>
    build(column, Array.isArray(value) ? value.map(digits) : digits(value))
const digits = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Operators of the dialect by kind of column (reference: charts-dashboards A.3). Unknown operators are ignored. */
export const OPERATORS: Readonly<Record<FilterKind['type'], Readonly<Record<string, Build>>>> = {
  text: {
    sw: STARTS,
    ew: ENDS,
    ct: CONTAINS,
    nsw: negated(STARTS),
    new: negated(ENDS),
    nct: negated(CONTAINS),
    eq: asText(EQUALS),
    neq: asText(negated(EQUALS)),
    in: asText(IN),
    not_in: asText(negated(IN)),
  },
  number: { ...EQUALITY, gt: COMPARE('>'), lt: COMPARE('<') },
  time: { ...EQUALITY, gt: COMPARE('>'), lt: COMPARE('<') },
  flag: EQUALITY,
  relation: { rel_o_m: EQUALS, nrel_o_m: negated(EQUALS), ...EQUALITY },
}

const NAMES: Readonly<Record<string, string>> = {
  sw: 'Starts with',
  ew: 'Ends with',
  ct: 'Contains',
  nsw: 'Not Starts with',
  new: 'Not Ends with',
  nct: 'Not Contains',
  eq: 'Equal to',
  neq: 'Not Equal to',
  gt: 'Greater than',
  lt: 'Smaller than',
  in: 'In',
  not_in: 'Not In',
  rel_o_m: 'Relation',
  nrel_o_m: 'No Relation',
  rel_m_m: 'Relation as Many',
}

/** Is this an operator that columns of some kind have? One that a column lacks is an error, any other text is not. */
export const isOperator = (operator: string) => Object.hasOwn(NAMES, operator)

/** Names of the operators of a column for `_info`. */
export const operatorNames = (kind: FilterKind) =>
  Object.keys(OPERATORS[kind.type]).map((operator) => ({ name: NAMES[operator] ?? operator, operator }))

function bound(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' || value === null) return value
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
