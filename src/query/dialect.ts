import type { GenericType } from './generic-type.ts'

/** The SQL text of one engine. Everything outside `engines/<name>` asks capabilities and never names an engine. */
export interface Dialect<Id extends string = string> {
  readonly id: Id
  readonly label: string
  /** URI schemes of the incumbent that mean this engine, such as `duckdb` or `postgresql+psycopg2`. */
  readonly uriSchemes: readonly string[]
  readonly supportsCatalogs: boolean
  /** Longest column label that the engine keeps, null without a bound. A longer one is shortened in the SQL and restored in the answer. */
  readonly maxLabelLength: number | null
  /** False for a label that the engine would change or refuse for a letter in it; without it every label is kept. */
  keepsLabel?(label: string): boolean
  /**
   * A name that is also a label of the SELECT list means the label, wherever it stands: conditions would read what is
   * shown in place of the column. A label that is the name of a column that they read becomes another in the SQL.
   */
  readonly labelsShadowColumns?: boolean
  /** An outer join fills rows without a match with zeros and empty texts, not with NULL. */
  readonly outerJoinFillsIn?: boolean
  /** How the engine's texts and comments are read by the splitter. */
  readonly lexicon: Lexicon
  quoteIdentifier(name: string): string
  /** A text literal with everything escaped that the engine would read otherwise. */
  quoteText(value: string): string
  quoteBoolean(value: boolean): string
  /** `expression IS TRUE` or `IS FALSE`. */
  isBoolean(expression: string, value: boolean): string
  /**
   * Truncates a time expression to an ISO-8601 grain such as `P1D`; null when the engine has no such grain. The type
   * is the expression's where it is known, for engines whose functions hold less than their columns.
   */
  timeGrain(expression: string, grain: string, type?: string | null): string | null
  /** Grains offered, finest first. */
  readonly grains: readonly string[]
  /**
   * A literal for an instant (`2024-02-29T10:20:30.123456`, no zone) that compares with a column of the given type;
   * null when such a column holds no time by itself.
   */
  timeLiteral(iso: string, columnType: string | null): string | null
  /** True for a type whose times are instants, given and taken in UTC; without it, types that name a time zone. */
  holdsInstants?(columnType: string): boolean
  /** A literal for a day or an instant that compares with a DATE, where `timeLiteral` has none for that type. */
  dateLiteral?(iso: string): string
  /** Turns seconds (`s`) or milliseconds (`ms`) since 1970 into a time expression. */
  fromEpoch(expression: string, unit: 's' | 'ms'): string
  limit(sql: string, rows: number | null, offset: number): string
  castToText(expression: string): string
  /**
   * A sub-query that gives many values and is read as one literal, where the engine's parser takes long for a list of
   * them; null for values it cannot hold. Whole numbers have 18 digits at most. Without it they are listed.
   */
  longList?(values: readonly string[], kind: 'text' | 'whole'): string | null
  /** LIKE without regard to case; `pattern` is a literal already. */
  likeAnyCase(expression: string, pattern: string, isNegated: boolean): string
  regexMatch(expression: string, pattern: string): string | null
  /** How a statement of a script says the schema of those after it; without it no statement can. */
  readonly schemaChange?: 'use' | 'search-path'
  /** A script may give a statement a name by `PREPARE name FROM` and run it by `EXECUTE name`. */
  readonly preparesFrom?: boolean
  /** A statement that makes or changes a table which stays commits the transaction that it stands in. */
  readonly definitionsCommit?: boolean
  /** A sub-query with the columns of a table and their types that does not read the table; its name is quoted already. */
  emptyLike?(table: string): string
  /** How questions about the same rows may be asked in one statement; without it each is asked alone. */
  readonly fusion?: Fusion
  /** Kind of an engine type text. */
  genericOf(type: string): GenericType | null
}

/** What an engine makes of several questions in one statement: common table expressions, FILTER and windows it knows. */
interface Fusion {
  /** Several groupings in one statement cost less than one after the other. */
  readonly groupingSets: boolean
  /** Aggregates over parts of the rows cost less than reading each part: not where reading skips most of what is not asked for. */
  readonly filters: boolean
  /** Floating-point numbers are added in the order of the rows whatever the plan, as far as one thread reads them. */
  readonly sumsInRowOrder: boolean
}

/** What the tokenizer must know of an engine's SQL. */
export interface Lexicon {
  /** Characters that open a quoted name, each with the one that closes it. */
  readonly nameQuotes: Readonly<Record<string, string>>
  /** A backslash escapes inside a text. */
  readonly backslashEscapes: boolean
  /** A backslash escapes inside a quoted name too. */
  readonly backslashInNames?: boolean
  /** `$tag$ text $tag$`. */
  readonly dollarQuotes: boolean
  /** `#` begins a comment. */
  readonly hashComments: boolean
  /** Block comments may lie in block comments. */
  readonly nestedComments: boolean
}

export const STANDARD_LEXICON: Lexicon = {
  nameQuotes: { '"': '"' },
  backslashEscapes: false,
  dollarQuotes: false,
  hashComments: false,
  nestedComments: false,
}

/** LIMIT and OFFSET at the end of a statement, as most engines write them. */
export function limitAtEnd(sql: string, rows: number | null, offset: number): string {
  const limit = rows === null ? '' : `\nLIMIT ${rows}`
  return `${sql}${limit}${offset > 0 ? `\nOFFSET ${offset}` : ''}`
}

/** A text literal of an engine whose only escape is the doubled quote. */
export const quoteStandardText = (value: string) => `'${value.replaceAll("'", "''")}'`

/** A quoted name of an engine that follows the standard. */
export const quoteStandardName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** `schema.table` with every part quoted; empty parts are left out. */
export function qualifiedName(dialect: Dialect, parts: readonly (string | null)[]): string {
  return parts
    .filter((part): part is string => part !== null && part !== '')
    .map((part) => dialect.quoteIdentifier(part))
    .join('.')
}

/** True for a column whose times are instants rather than what a clock somewhere showed. */
export function holdsInstants(dialect: Dialect, columnType: string | null): boolean {
  const type = columnType ?? ''
  return dialect.holdsInstants?.(type) ?? /^timestamptz|with time zone$/i.test(type.trim())
}

const DATE_TYPE = /^DATE(32)?$/i

/** A literal that compares rightly with a column of a type; null when such a column holds no time by itself. */
export function comparableTime(dialect: Dialect, iso: string, columnType: string | null): string | null {
  const isDate = dialect.dateLiteral && DATE_TYPE.test(columnType ?? '')
  return isDate ? (dialect.dateLiteral?.(iso) ?? null) : dialect.timeLiteral(iso, columnType)
}

/** `2024-02-29T10:20:30.123456` from any ISO text without a zone: six digits of a second, always. */
export function isoMicros(iso: string): string {
  const [day = '', time = '00:00:00'] = iso.split(/[T ]/)
  const [clock = '00:00:00', fraction = ''] = time.split('.')
  return `${day}T${clock.padEnd(8, ':00')}.${fraction.padEnd(6, '0').slice(0, 6)}`
}
