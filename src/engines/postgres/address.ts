import { connectTimeoutMs, invalidAddress, type NetworkTarget, networkUri } from '../network-uri.ts'
import { DEFAULT_PORT, OPTION_NAMES, SSL_MODES } from './form.ts'

/** Where a server is, who signs in, and how safe the way there is. */
export interface PostgresAddress extends NetworkTarget {
  readonly password: string
  readonly sslMode: SslMode
  readonly applicationName: string
  /** Settings of the session, such as `-c search_path=sales`. */
  readonly options: string
  readonly connectTimeoutMs: number
}

type SslMode = (typeof SSL_MODES)[number]

const RULES = {
  defaultPort: DEFAULT_PORT,
  parameters: OPTION_NAMES,
  needsUser: true,
} as const

/** Reads `postgresql+driver://user:password@host:port/database?sslmode=require`. Throws what is missing or not allowed. */
export function postgresAddress(uri: string): PostgresAddress {
  const { host, port, user, password, database, parameters } = networkUri(uri, RULES)
  const sslMode = parameters.sslmode ?? 'prefer'
  if (!isSslMode(sslMode)) throw invalidAddress(`"${sslMode}" is no sslmode; use one of ${SSL_MODES.join(', ')}.`)
  return {
    host,
    port,
    user,
    password,
    database: database === '' ? user : database,
    sslMode,
    applicationName: parameters.application_name ?? 'sightline',
    options: parameters.options ?? '',
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
  }
}

const isSslMode = (text: string): text is SslMode => SSL_MODES.some((mode) => mode === text)
