import { connectTimeoutMs, invalidAddress, type NetworkTarget, networkUri } from '../network-uri.ts'
import { CHARSETS, DEFAULT_PORT, OPTION_NAMES, SSL_MODES } from './form.ts'

/** Where a server is, who signs in, and how safe the way there is. */
export interface MysqlAddress extends NetworkTarget {
  readonly password: string
  readonly sslMode: (typeof SSL_MODES)[number]
  readonly connectTimeoutMs: number
}

const RULES = { defaultPort: DEFAULT_PORT, parameters: OPTION_NAMES, needsUser: true } as const

/** Reads `mysql+driver://user:password@host:port/database?ssl_mode=REQUIRED`. Throws what is missing or not allowed. */
export function mysqlAddress(uri: string): MysqlAddress {
  const { host, port, user, password, database, parameters } = networkUri(uri, RULES)
  const { charset, connect_timeout } = parameters
  if (charset !== undefined && !CHARSETS.some((known) => known === charset))
    throw invalidAddress(`"${charset}" is not supported as charset; texts are always read as utf8mb4.`)
  return {
    ...{ host, port, user, password, database },
    sslMode: sslModeOf(parameters),
    connectTimeoutMs: connectTimeoutMs(connect_timeout),
  }
}

function sslModeOf({ ssl_mode, ssl }: Readonly<Record<string, string>>): MysqlAddress['sslMode'] {
  if (ssl_mode === undefined) return ssl === undefined || ssl === '0' ? 'PREFERRED' : 'REQUIRED'
  const mode = SSL_MODES.find((known) => known === ssl_mode.toUpperCase())
  if (!mode) throw invalidAddress(`"${ssl_mode}" is no ssl_mode; use one of ${SSL_MODES.join(', ')}.`)
  return mode
}
