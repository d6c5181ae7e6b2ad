import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { postgresDialect } from './dialect.ts'

/** Types that every server has under the same number. */
export const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [16, 'boolean'],
  [17, 'bytea'],
  [18, '"char"'],
  [19, 'name'],
  [20, 'bigint'],
  [21, 'smallint'],
  [23, 'integer'],
  [25, 'text'],
  [26, 'oid'],
  [114, 'json'],
  [142, 'xml'],
  [700, 'real'],
  [701, 'double precision'],
  [705, 'unknown'],
  [790, 'money'],
  [1042, 'character'],
  [1043, 'character varying'],
  [1082, 'date'],
  [1083, 'time without time zone'],
  [1114, 'timestamp without time zone'],
  [1184, 'timestamp with time zone'],
  [1186, 'interval'],
  [1266, 'time with time zone'],
  [1560, 'bit'],
  [1700, 'numeric'],
  [2950, 'uuid'],
  [3802, 'jsonb'],
])

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^character varying/, 'VARCHAR'],
  [/^character(?!\w)/, 'CHAR'],
  [/^timestamp(\(\d\))? without time zone/, 'TIMESTAMP$1'],
  [/^time(\(\d\))? without time zone/, 'TIME$1'],
]
const NUMERIC_OID = 1700
const LENGTH_OIDS = new Set([1042, 1043])
/** The server counts its own header into the modifier. */
const HEADER = 4

/** A type as people write it: `VARCHAR(20)`, `TIMESTAMP`, `NUMERIC(10,2)`. */
export function typeText(name: string): string {
  const [pattern, short] = SHORT.find(([pattern]) => pattern.test(name)) ?? []
  return (pattern && short !== undefined ? name.replace(pattern, short) : name).toUpperCase()
}

/** Length or precision of a result column, as it follows the type. */
export function modifierText(oid: number, modifier: number): string {
  if (modifier < HEADER) return ''
  const value = modifier - HEADER
  if (oid === NUMERIC_OID) return `(${value >> 16},${((value & 0x7ff) ^ 1024) - 1024})`
  return LENGTH_OIDS.has(oid) ? `(${value})` : ''
}

/** What a type holds, for charts and lists; a type of somebody's own is text. */
export function genericOfName(name: string): GenericType | null {
  if (name === 'bytea') return null
  if (name === 'money') return GENERIC.text
  return postgresDialect.genericOf(name) ?? GENERIC.text
}
