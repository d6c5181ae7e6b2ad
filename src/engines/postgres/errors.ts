import { type ErrorType, Problem } from '../../wire/problem.ts'
import {
  certificateReason,
  lostConnection,
  networkReason,
  noEncryption,
  type Reason,
  slowConnection,
} from '../connection-reason.ts'
import { offsetOfCodePoint, type Place, placeAt } from '../error-place.ts'
import type { NetworkTarget } from '../network-uri.ts'

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

/** True where the connection is gone: the driver says so, or the server did as it ended it. */
export const isLoss = (failure: PostgresFailure | null): boolean =>
  failure === null || failure.code === '57P01' || failure.code === '57P02'

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

const placeOf = (sql: string, position: number): Place | null => {
  const offset = offsetOfCodePoint(sql, position)
  return offset === null ? null : placeAt(sql, offset)
}

/** Why a connection could not be made, by code; null for a failure of a statement. */
export function connectionProblem(error: unknown, target: NetworkTarget): Problem | null {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return null
  const code = String((error as { code?: unknown }).code ?? '')
  const found = reasonOf(code, target) ?? reasonOfText(error.message, target)
  if (!found) return null
  const [type, message] = found
  return new Problem(400, message, { type, extra: { engine_name: 'PostgreSQL' }, cause: error })
}

function reasonOf(code: string, target: NetworkTarget): Reason | null {
  const { host, user, database } = target
  switch (code) {
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
      return lostConnection(host)
    case '53300':
    case '57P03':
      return ['CONNECTION_HOST_DOWN_ERROR', `The server "${host}" takes no more connections at this time.`]
    default:
      return networkReason(code, target)
  }
}

const UNENCRYPTED = 'The server does not support SSL connections'

/** Said of a first byte that is none of the protocol. */
const OTHER_PROTOCOL = 'There was an error establishing an SSL connection'

/** What the driver reports without a code. */
function reasonOfText(text: string, { host, port, user }: NetworkTarget): Reason | null {
  if (text === UNENCRYPTED) return noEncryption(host)
  if (text === OTHER_PROTOCOL)
    return ['CONNECTION_PORT_CLOSED_ERROR', `Port ${port} of "${host}" does not answer as PostgreSQL does.`]
  if (/timeout/i.test(text)) return slowConnection({ host, port })
  if (/password must be/i.test(text))
    return ['CONNECTION_INVALID_PASSWORD_ERROR', `The server asks for a password of "${user}".`]
  return /terminated unexpectedly|Connection terminated|not queryable/.test(text)
    ? lostConnection(host)
    : certificateReason(text, host)
}

/** The server was asked without encryption first. */
export const isUnencryptedServer = (error: unknown) => error instanceof Error && error.message === UNENCRYPTED
