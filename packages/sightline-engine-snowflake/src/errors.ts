import { scan } from '../../../src/query/sql/scan.ts'
import { tableReferences } from '../../../src/query/sql/tables.ts'
import type { ErrorType } from '../../../src/wire/problem.ts'
import { EngineFault } from '../../kit/fault.ts'
import { isName, nameOf } from '../../kit/gate.ts'
import { lateFault } from '../../kit/reach.ts'
import { placeOfOffset } from '../../kit/texts.ts'
import { snowflakeDialect } from './dialect.ts'

/** What the service says of a failure; its codes have six digits. */
export class SnowflakeFailure extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const TYPES: Readonly<Record<string, ErrorType>> = {
  '000904': 'COLUMN_DOES_NOT_EXIST_ERROR',
  '001003': 'SYNTAX_ERROR',
  '002003': 'TABLE_DOES_NOT_EXIST_ERROR',
  '002043': 'SCHEMA_DOES_NOT_EXIST_ERROR',
  '003001': 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
  '000606': 'CONNECTION_MISSING_PARAMETERS_ERROR',
}
const ABSENT = new Set(['002003', '002043'])
/** Sessions that have ended, and tokens that are good no more. */
const ENDED = new Set(['390103', '390104', '390108', '390111', '390112', '390114', '390195'])

export const isSessionOver = (cause: unknown): boolean => cause instanceof SnowflakeFailure && ENDED.has(cause.code)

/** No rows, where what was asked for is not there or the role may not see it. */
export function orNothing(cause: unknown): readonly never[] {
  if (cause instanceof SnowflakeFailure && ABSENT.has(cause.code)) return []
  throw cause
}

/** The failure of a statement, with its place in `sql`. */
export function statementFault(cause: unknown, sql: string): unknown {
  if (!(cause instanceof SnowflakeFailure)) return lateFault(cause, snowflakeDialect.label)
  const message = cause.message.replace(/^SQL compilation error:\s*/, '').trim()
  const type = TYPES[cause.code] ?? 'GENERIC_DB_ENGINE_ERROR'
  const at = saidPlace(message) ?? namedPlace(message, type, sql)
  const words = message.replace(/^(?:syntax )?error line \d+ at position \d+,?\s*/, '')
  return new EngineFault(`snowflake error: ${words === '' ? message : words}`, { type, at, cause })
}

/** Lines are counted from 1, positions from 0. */
function saidPlace(message: string) {
  const [, line, position] = /line (\d+) at position (-?\d+)/.exec(message) ?? []
  if (line === undefined || position === undefined || Number(position) < 0) return null
  return { line: Number(line), column: Number(position) + 1 }
}

/** Where the name that a message is about stands for the first time. */
function namedPlace(message: string, type: ErrorType, sql: string) {
  const [, path = ''] = /'([^']+)'/.exec(message) ?? []
  const name = path.split('.').at(-1)?.replaceAll('"', '').toLowerCase() ?? ''
  const isSame = (other: string | undefined) => other?.toLowerCase() === name
  if (type === 'TABLE_DOES_NOT_EXIST_ERROR' || type === 'SCHEMA_DOES_NOT_EXIST_ERROR') {
    const found = tableReferences(sql, snowflakeDialect.lexicon).find(({ parts }) => isSame(parts.at(-1)))
    return found ? placeOfOffset(sql, found.from) : null
  }
  if (type !== 'COLUMN_DOES_NOT_EXIST_ERROR') return null
  const found = scan(sql, snowflakeDialect.lexicon).find((word) => isName(word) && isSame(nameOf(word)))
  return found ? placeOfOffset(sql, found.from) : null
}

const SIGN_IN: Readonly<Record<string, readonly [ErrorType, readonly string[]]>> = {
  '390100': ['CONNECTION_ACCESS_DENIED_ERROR', ['username', 'password']],
  '390101': ['CONNECTION_ACCESS_DENIED_ERROR', ['username', 'password']],
  '390144': ['CONNECTION_ACCESS_DENIED_ERROR', ['username', 'password']],
  '390186': ['CONNECTION_DATABASE_PERMISSIONS_ERROR', ['query.role']],
  '390189': ['CONNECTION_DATABASE_PERMISSIONS_ERROR', ['query.role']],
  '390201': ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
  '002043': ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
}

/** A failure that is no matter of a statement, with the field of the form that it points at. */
export function serviceFault(cause: unknown): unknown {
  if (!(cause instanceof SnowflakeFailure)) return lateFault(cause, snowflakeDialect.label)
  const [type, invalid] = SIGN_IN[cause.code] ?? ['GENERIC_DB_ENGINE_ERROR' as const, null]
  return new EngineFault(`snowflake error: ${cause.message}`, { type, cause, ...(invalid ? { invalid } : {}) })
}
