import { type ErrorType, Problem } from '../../wire/problem.ts'

/** What the server says of a failure. */
export interface PostgresFailure {
  readonly code: string | null
  readonly message: string
  readonly hint: string | null
  /** From 1, in code points of the text that was sent. */
  readonly position: number | null
}

const TYPES: Readonly<Record<string, ErrorType>> = {
  '42601': 'SYNTAX_ERROR',
  '42703': 'COLUMN_DOES_NOT_EXIST_ERROR',
  '42P01': 'TABLE_DOES_NOT_EXIST_ERROR',
  '3F000': 'SCHEMA_DOES_NOT_EXIST_ERROR',
  '25006': 'DML_NOT_ALLOWED_ERROR',
}

/** Reads an error of the driver; null for what the server did not say. */
export function failureOf(error: unknown): PostgresFailure | null {
  if (!(error instanceof Error)) return null
  const { code, hint, position, severity } = error as Error & Readonly<Record<string, unknown>>
  if (typeof severity !== 'string') return null
  return {
    code: typeof code === 'string' ? code : null,
    message: error.message,
    hint: typeof hint === 'string' ? hint : null,
    position: typeof position === 'string' ? Number(position) : null,
  }
}

/** The failure of a statement in words for the user, with its place in `sql`. */
export function statementProblem(failure: PostgresFailure, sql: string, cause: unknown): Problem {
  const place = failure.position === null ? null : placeOf(sql, failure.position)
  const hint = failure.hint === null ? '' : `\nHINT: ${failure.hint}`
  const excerpt = place ? `\n\n${place.excerpt}` : ''
  return new Problem(400, `postgresql error: ${failure.message}${hint}${excerpt}`, {
    type: TYPES[failure.code ?? ''] ?? 'GENERIC_DB_ENGINE_ERROR',
    extra: {
      engine_name: 'PostgreSQL',
      ...(place ? { line: place.line, column: place.column, position: place.offset } : {}),
    },
    cause,
  })
}

/** A text that is no statement, worded as every engine words it. */
export function parseProblem(failure: PostgresFailure, sql: string, cause: unknown): Problem {
  const place = placeOf(sql, failure.position ?? 1)
  const near = /at or near "(.+)"$/s.exec(failure.message)?.[1] ?? 'the end'
  const [line, column, position] = place ? [place.line, place.column, place.offset] : [1, 1, 0]
  return new Problem(422, `Error parsing near '${near}' at line ${line}:${column}`, {
    type: 'INVALID_SQL_ERROR',
    extra: {
      engine_name: 'PostgreSQL',
      line,
      column,
      position,
      sql,
      engine: 'postgres',
      engine_message: failure.message,
    },
    cause,
  })
}

interface Place {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** From 0, in UTF-16 units. */
  readonly offset: number
  readonly excerpt: string
}

/** The place in the text for a position that counts code points from 1, with its line and a caret. */
function placeOf(sql: string, position: number): Place | null {
  if (!Number.isSafeInteger(position) || position < 1) return null
  let offset = 0
  let left = position - 1
  for (const character of sql) {
    if (left === 0) break
    offset += character.length
    left -= 1
  }
  if (left > 0) return null
  const lineStart = sql.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = sql.indexOf('\n', offset)
  const line = sql.slice(0, offset).split('\n').length
  const column = offset - lineStart + 1
  const head = `LINE ${line}: `
  const cut = Math.max(0, column - 60)
  const shown = sql.slice(lineStart, lineEnd < 0 ? sql.length : lineEnd).slice(cut, cut + 100)
  return { line, column, offset, excerpt: `${head}${shown}\n${' '.repeat(head.length + column - 1 - cut)}^` }
}

/** Who was to be reached, for the words of a failed connection. */
interface Target {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Why a connection could not be made, by code; null for a failure of a statement. */
export function connectionProblem(error: unknown, target: Target): Problem | null {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return null
  const code = String((error as { code?: unknown }).code ?? '')
  const found = reasonOf(code, target) ?? reasonOfText(error.message, target)
  if (!found) return null
  const [type, message] = found
  return new Problem(400, message, { type, extra: { engine_name: 'PostgreSQL' }, cause: error })
}

type Reason = readonly [type: ErrorType, message: string]

function reasonOf(code: string, { host, port, user, database }: Target): Reason | null {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return ['CONNECTION_INVALID_HOSTNAME_ERROR', `The host name "${host}" is not known.`]
    case 'ECONNREFUSED':
      return ['CONNECTION_PORT_CLOSED_ERROR', `Nothing answers on port ${port} of "${host}".`]
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return ['CONNECTION_HOST_DOWN_ERROR', `The host "${host}" cannot be reached on port ${port}.`]
    case '28P01':
      return ['CONNECTION_INVALID_PASSWORD_ERROR', `The password of "${user}" was not accepted.`]
    case '28000':
      return ['CONNECTION_INVALID_USERNAME_ERROR', `The server does not let the user "${user}" in.`]
    case '3D000':
      return ['CONNECTION_UNKNOWN_DATABASE_ERROR', `The server has no database "${database}".`]
    case '42501':
      return ['CONNECTION_DATABASE_PERMISSIONS_ERROR', `The user "${user}" may not connect to "${database}".`]
    case '57P01':
    case '57P02':
    case 'ECONNRESET':
    case 'EPIPE':
      return ['CONNECTION_HOST_DOWN_ERROR', `The connection to "${host}" was lost.`]
    case '53300':
    case '57P03':
      return ['CONNECTION_HOST_DOWN_ERROR', `The server "${host}" takes no more connections at this time.`]
    default:
      return null
  }
}

const UNENCRYPTED = 'The server does not support SSL connections'

/** What the driver reports without a code. */
function reasonOfText(text: string, { host, port, user }: Target): Reason | null {
  if (text === UNENCRYPTED)
    return ['CONNECTION_ACCESS_DENIED_ERROR', `The server "${host}" does not offer encrypted connections.`]
  if (/timeout/i.test(text)) return ['CONNECTION_DATABASE_TIMEOUT', `"${host}" did not answer on port ${port} in time.`]
  if (/password must be/i.test(text))
    return ['CONNECTION_INVALID_PASSWORD_ERROR', `The server asks for a password of "${user}".`]
  if (/terminated unexpectedly|Connection terminated/.test(text))
    return ['CONNECTION_HOST_DOWN_ERROR', `The connection to "${host}" was lost.`]
  return /certificate|self.signed/i.test(text)
    ? ['CONNECTION_ACCESS_DENIED_ERROR', `The certificate of "${host}" cannot be trusted: ${text}.`]
    : null
}

/** The server was asked without encryption first. */
export const isUnencryptedServer = (error: unknown) => error instanceof Error && error.message === UNENCRYPTED
