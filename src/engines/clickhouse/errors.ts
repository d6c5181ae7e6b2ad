import { scan } from '../../query/sql/scan.ts'
import { type ErrorType, Problem } from '../../wire/problem.ts'
import { REFUSED_LOGIN } from '../connection-reason.ts'
import { type Place, placeAt } from '../error-place.ts'
import { clickhouseDialect } from './dialect.ts'

/** What the server says of a failure. */
export class ClickhouseFailure extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const SYNTAX = 62
const READ_ONLY = 164
const LOCKED_SESSION = 373
const UNKNOWN_DATABASE = 81
const REFUSED_USER = 516
const TYPES: Readonly<Record<number, ErrorType>> = {
  [SYNTAX]: 'SYNTAX_ERROR',
  47: 'COLUMN_DOES_NOT_EXIST_ERROR',
  60: 'TABLE_DOES_NOT_EXIST_ERROR',
  [UNKNOWN_DATABASE]: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  [READ_ONLY]: 'DML_NOT_ALLOWED_ERROR',
  192: 'CONNECTION_INVALID_USERNAME_ERROR',
  193: 'CONNECTION_INVALID_PASSWORD_ERROR',
  194: 'CONNECTION_INVALID_PASSWORD_ERROR',
  [REFUSED_USER]: 'CONNECTION_ACCESS_DENIED_ERROR',
}

/** Reads `Code: 62. DB::Exception: Syntax error ... (SYNTAX_ERROR) (version ...)`; null for another text. */
export function failureIn(text: string): ClickhouseFailure | null {
  const match = /Code: (\d+)\. DB::\w*Exception: ([\s\S]*)/.exec(text)
  if (!match) return null
  const message = (match[2] ?? '')
    .replace(/\s*\(version [^()]*(?:\([^()]*\))?[^()]*\)[\s\S]*$/, '')
    .replace(/\s*\([A-Z][A-Z0-9_]+\)\s*$/, '')
    .replace(/\s*\. In scope [\s\S]*?(?=\. Maybe you meant: |$)/, '')
    .replace(/ in scope [\s\S]*?(?=\. Maybe you meant: |$)/, '')
  return new ClickhouseFailure(Number(match[1]), message.trim())
}

/** The failure of a statement in words for the user, with its place in `sql`. */
export function statementProblem(failure: ClickhouseFailure, sql: string): Problem {
  const place = placeOf(failure, sql, 0)
  return new Problem(400, `clickhouse error: ${failure.message}${place ? `\n\n${place.excerpt}` : ''}`, {
    type: TYPES[failure.code] ?? 'GENERIC_DB_ENGINE_ERROR',
    extra: {
      engine_name: clickhouseDialect.label,
      ...(place ? { line: place.line, column: place.column, position: place.offset } : {}),
    },
    cause: failure,
  })
}

/** The failure of a sign-in, and of a database that is not there. */
export function greetingProblem(failure: ClickhouseFailure, database: string): Problem {
  const isUnknown = failure.code === UNKNOWN_DATABASE
  const message = isUnknown ? `The server has no database "${database}".` : failure.message
  return new Problem(400, message, {
    type: isUnknown ? 'CONNECTION_UNKNOWN_DATABASE_ERROR' : (TYPES[failure.code] ?? 'GENERIC_DB_ENGINE_ERROR'),
    extra: { engine_name: clickhouseDialect.label, ...(failure.code === REFUSED_USER ? REFUSED_LOGIN : {}) },
    cause: failure,
  })
}

/** A text that is no statement, worded as every engine words it. `shift`: bytes that were sent before the text. */
export function parseProblem(failure: ClickhouseFailure, sql: string, shift: number): Problem {
  const place = placeOf(failure, sql, shift) ?? placeAt(sql, 0)
  const near = /failed at position \d+ \(([\s\S]*?)\)(?: \(line|:)/.exec(failure.message)?.[1] ?? 'the end'
  const { line, column, offset } = place
  return new Problem(422, `Error parsing near '${near}' at line ${line}:${column}`, {
    type: 'INVALID_SQL_ERROR',
    extra: {
      engine_name: clickhouseDialect.label,
      ...{ line, column, position: offset, sql },
      engine: clickhouseDialect.id,
      engine_message: failure.message,
    },
    cause: failure,
  })
}

export const isSyntaxFailure = ({ code }: ClickhouseFailure) => code === SYNTAX
/** The session of the statement is busy with another one. */
export const isLockedFailure = (cause: unknown) => cause instanceof ClickhouseFailure && cause.code === LOCKED_SESSION
export const isReadOnlyFailure = ({ code }: ClickhouseFailure) => code === READ_ONLY

function placeOf(failure: ClickhouseFailure, sql: string, shift: number): Place | null {
  if (failure.code === SYNTAX) {
    const position = /failed at position (\d+)/.exec(failure.message)?.[1]
    return position === undefined ? null : placeAt(sql, offsetOfByte(sql, Number(position) - 1 - shift))
  }
  const offset = offsetOfName(failure, sql)
  return offset === null ? null : placeAt(sql, offset)
}

/** The server counts bytes of UTF-8. */
function offsetOfByte(sql: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(sql).subarray(0, Math.max(0, byte))).length
}

/** Other failures have no place; the name that they quote is looked for in the text. */
function offsetOfName({ message }: ClickhouseFailure, sql: string): number | null {
  const quoted = /[`'"]([^`'"]+)[`'"]/.exec(message)?.[1]
  if (quoted === undefined) return null
  const bare = (text: string) => text.replace(/^[`"]|[`"]$/g, '')
  const wanted = [quoted, quoted.split('.')[0]]
  const found = scan(sql, clickhouseDialect.lexicon).find(
    ({ kind, text }) => (kind === 'word' || kind === 'name') && wanted.includes(bare(text)),
  )
  return found?.from ?? null
}
