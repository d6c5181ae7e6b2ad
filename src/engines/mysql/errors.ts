import type { Lexicon } from '../../query/dialect.ts'
import { scan } from '../../query/sql/scan.ts'
import { type ErrorType, Problem } from '../../wire/problem.ts'
import {
  certificateReason,
  lostConnection,
  networkReason,
  noEncryption,
  REFUSED_LOGIN,
  type Reason,
  slowConnection,
} from '../connection-reason.ts'
import { type Place, placeAt } from '../error-place.ts'
import type { NetworkTarget } from '../network-uri.ts'
import { mysqlDialect } from './dialect.ts'

/** What the server says of a failure. */
export interface MysqlFailure {
  readonly errno: number
  readonly message: string
}

/** Numbers of errors that are looked at in more than one place. */
export const ERRNO = { syntax: 1064, readOnly: 1792, notPreparable: 1295, unknownDatabase: 1049 } as const
/** The server ends the connection with these. */
const GONE = new Set([1053, 1927, 3169])
/** The first quoted name of the message stands in the text. */
const NAMES_A_PLACE = new Set([1051, 1052, 1054, 1060, 1066, 1109, 1128, 1146, 1247, 1305, 1630])

const TYPES: Readonly<Record<number, ErrorType>> = {
  1064: 'SYNTAX_ERROR',
  1054: 'COLUMN_DOES_NOT_EXIST_ERROR',
  1051: 'TABLE_DOES_NOT_EXIST_ERROR',
  1109: 'TABLE_DOES_NOT_EXIST_ERROR',
  1146: 'TABLE_DOES_NOT_EXIST_ERROR',
  1049: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  1792: 'DML_NOT_ALLOWED_ERROR',
}

/** Reads an error of the driver; null for what the server did not say of a statement. */
export function failureOf(error: unknown): MysqlFailure | null {
  if (!(error instanceof Error)) return null
  const { errno, sqlState } = error as Error & Readonly<Record<string, unknown>>
  if (typeof errno !== 'number' || errno <= 0 || typeof sqlState !== 'string' || GONE.has(errno)) return null
  return { errno, message: error.message }
}

/** The failure of a statement in words for the user, with its place in `sql`. */
export function statementProblem({ errno, message }: MysqlFailure, sql: string, cause: unknown): Problem {
  const place = placeOf(errno, message, sql)
  return new Problem(400, `mysql error: ${message}${place ? `\n\n${place.excerpt}` : ''}`, {
    type: TYPES[errno] ?? 'GENERIC_DB_ENGINE_ERROR',
    extra: {
      engine_name: 'MySQL',
      ...(place ? { line: place.line, column: place.column, position: place.offset } : {}),
    },
    cause,
  })
}

/** A text that is no statement, worded as every engine words it. */
export function parseProblem({ errno, message }: MysqlFailure, sql: string, cause: unknown): Problem {
  const { line, column, offset } = placeOf(errno, message, sql) ?? { line: 1, column: 1, offset: 0 }
  const rest = NEAR.exec(message)?.[1] ?? ''
  const near = scan(rest, mysqlDialect.lexicon)[0]?.text ?? 'the end'
  return new Problem(422, `Error parsing near '${near}' at line ${line}:${column}`, {
    type: 'INVALID_SQL_ERROR',
    extra: { engine_name: 'MySQL', line, column, position: offset, sql, engine: 'mysql', engine_message: message },
    cause,
  })
}

const NEAR = /near '(.*)' at line (\d+)$/s

/** The server tells a line and some of the text that follows, or the name that it does not know. */
function placeOf(errno: number, message: string, sql: string): Place | null {
  const near = errno === ERRNO.syntax ? NEAR.exec(message) : null
  if (near) return placeAt(sql, offsetOfRest(sql, near[1] ?? '', Number(near[2])))
  if (!NAMES_A_PLACE.has(errno)) return null
  const name = /'([^']+)'/.exec(message)?.[1] ?? /^\w+ (\S+) does not exist/.exec(message)?.[1]
  const at = name === undefined ? null : offsetOfName(sql, name, mysqlDialect.lexicon)
  return at === null ? null : placeAt(sql, at)
}

function offsetOfRest(sql: string, rest: string, line: number): number {
  if (rest === '') return sql.trimEnd().length
  let lineStart = 0
  for (let n = 1; n < line; n++) lineStart = sql.indexOf('\n', lineStart) + 1
  // The line is that of the last word read, which may come after the text that is told.
  const found = sql.indexOf(rest, lineStart)
  return found >= 0 ? found : Math.max(0, sql.lastIndexOf(rest, lineStart))
}

/** Where a name such as `nope`, `t.nope` or `shop.nope` stands, whole or by its last part. */
function offsetOfName(sql: string, name: string, lexicon: Lexicon): number | null {
  const last = name.split('.').at(-1)?.toLowerCase() ?? ''
  const words = scan(sql, lexicon)
  const i = words.findIndex(({ kind, text }) => {
    if (kind === 'word') return text.toLowerCase() === last
    return kind === 'name' && text.slice(1, -1).replaceAll('``', '`').toLowerCase() === last
  })
  if (i < 0) return null
  const owner = name.includes('.') && words[i - 1]?.text === '.' ? words[i - 2] : undefined
  return (owner ?? words[i])?.from ?? null
}

/** Why a connection could not be made, by code; null for a failure of a statement. */
export function connectionProblem(error: unknown, target: NetworkTarget): Problem | null {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return null
  const { errno, code } = error as Error & Readonly<Record<string, unknown>>
  const found = reasonOf(String(code ?? ''), Number(errno ?? 0), target) ?? reasonOfText(error.message, target.host)
  if (!found) return null
  const [type, message] = found
  const fields = REFUSED_LOGINS.has(Number(errno)) ? REFUSED_LOGIN : {}
  return new Problem(400, message, { type, extra: { engine_name: 'MySQL', ...fields }, cause: error })
}

const REFUSED_LOGINS = new Set([1045, 1698])
const UNENCRYPTED = 'HANDSHAKE_NO_SSL_SUPPORT'

function reasonOf(code: string, errno: number, target: NetworkTarget): Reason | null {
  const { host, user, database } = target
  if (GONE.has(errno) || code === 'PROTOCOL_CONNECTION_LOST') return lostConnection(host)
  // The driver's own time limit; the network's has a number.
  if (code === 'ETIMEDOUT' && errno === 0) return slowConnection(target)
  if (code === UNENCRYPTED) return noEncryption(host)
  switch (errno) {
    case 1045:
    case 1698:
      return ['CONNECTION_ACCESS_DENIED_ERROR', `The user "${user}" or its password was not accepted.`]
    case 1049:
      return ['CONNECTION_UNKNOWN_DATABASE_ERROR', `The server has no database "${database}".`]
    case 1044:
      return ['CONNECTION_DATABASE_PERMISSIONS_ERROR', `The user "${user}" may not connect to "${database}".`]
    case 1040:
    case 1129:
    case 1130:
    case 1203:
      return ['CONNECTION_HOST_DOWN_ERROR', `The server "${host}" takes no connections from here at this time.`]
    default:
      return networkReason(code, target)
  }
}

function reasonOfText(text: string, host: string): Reason | null {
  return /closed state|Connection lost|socket hang up/i.test(text)
    ? lostConnection(host)
    : certificateReason(text, host)
}

/** The server was asked without encryption first. */
export const isUnencryptedServer = (error: unknown) =>
  error instanceof Error && (error as Error & { readonly code?: unknown }).code === UNENCRYPTED
