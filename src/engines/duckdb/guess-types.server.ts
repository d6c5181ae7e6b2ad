import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import type { FileType } from '../table-loader.ts'

/** Columns that one statement judges. */
const AT_ONCE = 40
const INTEGER = '-?(0|[1-9][0-9]*)'
const DECIMAL = '-?(0|[1-9][0-9]*)([.][0-9]+)?'
const DOUBLE = '[-+]?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?'
const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}'
const INSTANT = `${DATE}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?`
const MAX_DIGITS = 38

export interface GuessedType {
  readonly type: FileType
  readonly sqlType: string
}

/** The narrowest type that keeps every text of a column as it is; a number that begins with a zero is a text. */
export async function guessTypes(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
): Promise<GuessedType[]> {
  const found: GuessedType[] = []
  for (let from = 0; from < columns.length; from += AT_ONCE) {
    const some = columns.slice(from, from + AT_ONCE)
    const facts = some.flatMap(factsOf).join(', ')
    const [row = []] = (await connection.runAndReadAll(`SELECT ${facts} FROM ${table}`)).getRows()
    for (const i of some.keys()) found.push(typeOf(row.slice(i * FACTS, (i + 1) * FACTS)))
  }
  return found
}

const FACTS = 9

function factsOf(name: string): string[] {
  const c = quoteStandardName(name)
  const all = (pattern: string) => `bool_and(regexp_full_match(${c}, ${quoteStandardText(pattern)}))`
  const fits = (pattern: string, type: string) =>
    `(${all(pattern)} AND bool_and(TRY_CAST(${c} AS ${type}) IS NOT NULL))`
  const whole = `length(replace(split_part(${c}, '.', 1), '-', ''))`
  return [
    fits(INTEGER, 'BIGINT'),
    all(INTEGER),
    all(DECIMAL),
    fits(DOUBLE, 'DOUBLE'),
    `bool_and(lower(${c}) IN ('true', 'false'))`,
    fits(DATE, 'DATE'),
    fits(INSTANT, 'TIMESTAMP'),
    `coalesce(max(${whole}), 0)::INTEGER`,
    `coalesce(max(length(split_part(${c}, '.', 2))), 0)::INTEGER`,
  ]
}

function typeOf(facts: readonly unknown[]): GuessedType {
  const [isBigint, isInteger, isDecimal, isDouble, isBoolean, isDate, isInstant, whole, scale] = facts
  const digits = Number(whole) + Number(scale)
  if (isBigint === true) return { type: 'integer', sqlType: 'BIGINT' }
  if (isInteger === true && Number(whole) <= MAX_DIGITS) return { type: 'integer', sqlType: `DECIMAL(${MAX_DIGITS},0)` }
  if (isDecimal === true && digits <= MAX_DIGITS)
    return { type: 'decimal', sqlType: `DECIMAL(${Math.max(digits, 18)},${Number(scale)})` }
  if (isDouble === true && isInteger !== true && isDecimal !== true) return { type: 'double', sqlType: 'DOUBLE' }
  if (isBoolean === true) return { type: 'boolean', sqlType: 'BOOLEAN' }
  if (isDate === true) return { type: 'date', sqlType: 'DATE' }
  if (isInstant === true) return { type: 'timestamp', sqlType: 'TIMESTAMP' }
  return { type: 'text', sqlType: 'VARCHAR' }
}
