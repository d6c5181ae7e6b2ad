import { type ErrorType, Problem } from '../../wire/problem.ts'
import { REFUSED_LOGIN } from '../connection-reason.ts'
import { offsetOfCodePoint, type Place, placeAt } from '../error-place.ts'
import { trinoDialect } from './dialect.ts'

/** What the server says of a failure; line and column from 1, in code points of the text that was sent. */
export class TrinoFailure extends Error {
  readonly code: string
  readonly at: { readonly line: number; readonly column: number } | null
  constructor(code: string, message: string, at: TrinoFailure['at'] = null) {
    super(message)
    this.code = code
    this.at = at
  }
}

/** The failure as it stands in an answer. */
export interface WireFailure {
  readonly message?: string
  readonly errorName?: string
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number }
}

const SYNTAX = 'SYNTAX_ERROR'
/** Our own word for an answer that asks who is there. */
export const REFUSED_USER = 'UNAUTHORIZED'
const READ_ONLY = new Set(['READ_ONLY_VIOLATION'])
const TYPES: Readonly<Record<string, ErrorType>> = {
  [SYNTAX]: 'SYNTAX_ERROR',
  COLUMN_NOT_FOUND: 'COLUMN_DOES_NOT_EXIST_ERROR',
  TABLE_NOT_FOUND: 'TABLE_DOES_NOT_EXIST_ERROR',
  SCHEMA_NOT_FOUND: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  CATALOG_NOT_FOUND: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  READ_ONLY_VIOLATION: 'DML_NOT_ALLOWED_ERROR',
  [REFUSED_USER]: 'CONNECTION_ACCESS_DENIED_ERROR',
}

/** Reads the failure of an answer. */
export function failureOf({ message = '', errorName = '', errorLocation }: WireFailure): TrinoFailure {
  const at = errorLocation ? { line: errorLocation.lineNumber, column: errorLocation.columnNumber } : null
  return new TrinoFailure(errorName, message.replace(/^line \d+:\d+: /, ''), at)
}

export const isReadOnlyFailure = ({ code }: TrinoFailure) => READ_ONLY.has(code)
export const isSyntaxFailure = ({ code }: TrinoFailure) => code === SYNTAX

/** The same failure, its place counted without the text that was sent before the statement on its first line. */
export function withoutPrefix(failure: TrinoFailure, prefix: string): TrinoFailure {
  const { code, message, at } = failure
  if (at?.line !== 1) return failure
  return new TrinoFailure(code, message, { line: 1, column: Math.max(1, at.column - prefix.length) })
}

/** The failure of a statement in words for the user, with its place in `sql`. */
export function statementProblem(failure: TrinoFailure, sql: string): Problem {
  const place = placeOf(failure, sql)
  return new Problem(400, `trino error: ${failure.message}${place ? `\n\n${place.excerpt}` : ''}`, {
    type: TYPES[failure.code] ?? 'GENERIC_DB_ENGINE_ERROR',
    extra: {
      engine_name: trinoDialect.label,
      ...(failure.code === REFUSED_USER ? REFUSED_LOGIN : {}),
      ...(place ? { line: place.line, column: place.column, position: place.offset } : {}),
    },
    cause: failure,
  })
}

/** A text that is no statement, worded as every engine words it. */
export function parseProblem(failure: TrinoFailure, sql: string): Problem {
  const { line, column, offset } = placeOf(failure, sql) ?? placeAt(sql, 0)
  const near = /(?:mismatched|extraneous) input '(.+?)'\./s.exec(failure.message)?.[1] ?? 'the end'
  return new Problem(422, `Error parsing near '${near}' at line ${line}:${column}`, {
    type: 'INVALID_SQL_ERROR',
    extra: {
      engine_name: trinoDialect.label,
      ...{ line, column, position: offset, sql },
      engine: trinoDialect.id,
      engine_message: failure.message,
    },
    cause: failure,
  })
}

function placeOf({ at }: TrinoFailure, sql: string): Place | null {
  if (!at) return null
  const lines = sql.split('\n')
  const before = lines.slice(0, at.line - 1).reduce((length, line) => length + line.length + 1, 0)
  const inLine = offsetOfCodePoint(lines[at.line - 1] ?? '', at.column)
  return inLine === null ? null : placeAt(sql, before + inLine)
}
