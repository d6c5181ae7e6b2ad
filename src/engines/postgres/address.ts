import { Problem } from '../../wire/problem.ts'

/** Where a server is, who signs in, and how safe the way there is. */
export interface PostgresAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly sslMode: SslMode
  readonly applicationName: string
  /** Settings of the session, such as `-c search_path=sales`. */
  readonly options: string
  readonly connectTimeoutMs: number
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

const PARAMETERS = new Set(['sslmode', 'application_name', 'options', 'connect_timeout'])
const DEFAULT_PORT = 5432
const CONNECT_TIMEOUT_S = 10
const MAX_CONNECT_TIMEOUT_S = 60

/** Reads `postgresql+driver://user:password@host:port/database?sslmode=require`. Throws what is missing or not allowed. */
export function postgresAddress(uri: string): PostgresAddress {
  const url = urlOf(uri)
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.has(name))
  if (unknown.length > 0) throw invalid(`The address has parameters that are not supported: ${unknown.join(', ')}.`)
  const user = decoded(url.username)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const database = decoded(url.pathname.slice(1))
  const missing = Object.entries({ host, username: user }).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (missing.length > 0) throw invalid(`The address has no ${missing.join(' and no ')}.`, { missing })
  const sslMode = url.searchParams.get('sslmode') ?? 'prefer'
  if (!isSslMode(sslMode)) throw invalid(`"${sslMode}" is no sslmode; use one of ${SSL_MODES.join(', ')}.`)
  const seconds = Number(url.searchParams.get('connect_timeout') ?? CONNECT_TIMEOUT_S)
  return {
    host: decoded(host),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    user,
    password: decoded(url.password),
    database: database === '' ? user : database,
    sslMode,
    applicationName: url.searchParams.get('application_name') ?? 'sightline',
    options: url.searchParams.get('options') ?? '',
    connectTimeoutMs: Math.min(MAX_CONNECT_TIMEOUT_S, seconds > 0 ? seconds : CONNECT_TIMEOUT_S) * 1000,
  }
}

function urlOf(uri: string): URL {
  const rest = /^[a-z][a-z0-9_]*(?:\+[a-z0-9_]+)?:\/\/(.*)$/is.exec(uri.trim())?.[1]
  try {
    return new URL(`postgresql://${rest ?? ''}`)
  } catch (cause) {
    throw invalid('The address of the database is not valid.', {}, cause)
  }
}

const isSslMode = (text: string): text is SslMode => SSL_MODES.some((mode) => mode === text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw invalid('The address of the database is not valid.', {}, cause)
  }
}

const invalid = (message: string, extra: Readonly<Record<string, unknown>> = {}, cause?: unknown) =>
  new Problem(422, message, { type: 'CONNECTION_MISSING_PARAMETERS_ERROR', extra, cause })
