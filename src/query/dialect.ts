import type { GenericType } from './generic-type.ts'

/** The SQL text of one engine. Everything outside `engines/<name>` asks capabilities and never names an engine. */
export interface Dialect<Id extends string = string> {
  readonly id: Id
  readonly label: string
  /** URI schemes of the incumbent that mean this engine, such as `duckdb` or `postgresql+psycopg2`. */
  readonly uriSchemes: readonly string[]
  readonly supportsCatalogs: boolean
  quoteIdentifier(name: string): string
  /** A text literal with everything escaped that the engine would read otherwise. */
  quoteText(value: string): string
  /** Truncates a time expression to an ISO-8601 grain such as `P1D`; null when the engine has no such grain. */
  timeGrain(expression: string, grain: string): string | null
  readonly grains: readonly string[]
  /** A literal for an instant (ISO text without zone) that compares with a column of the given type. */
  timeLiteral(iso: string, columnType: string | null): string
  /** Turns seconds (`s`) or milliseconds (`ms`) since 1970 into a time expression. */
  fromEpoch(expression: string, unit: 's' | 'ms'): string
  limit(sql: string, rows: number | null, offset: number): string
  regexMatch(expression: string, pattern: string): string | null
  /** Kind of an engine type text. */
  genericOf(type: string): GenericType | null
}
