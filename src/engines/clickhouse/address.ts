import { type HttpAddress, isYes } from '../http-address.ts'
import { connectTimeoutMs, invalidAddress, networkUri } from '../network-uri.ts'
import { OPTION_NAMES, PORT, SAFE_PORT } from './form.ts'

const RULES = { defaultPort: 0, parameters: OPTION_NAMES, needsUser: false } as const

/** Reads `clickhousedb://user:password@host:port/database?secure=true`. Throws what is missing or not allowed. */
export function clickhouseAddress(uri: string): HttpAddress {
  const { scheme, host, port, user, password, database, parameters } = networkUri(uri, RULES)
  if (scheme.endsWith('+native'))
    throw invalidAddress('Only the HTTP interface of ClickHouse can be reached; write clickhousedb:// and its port.')
  const isEncrypted = isYes(parameters.secure ?? 'false') || port === SAFE_PORT
  return {
    host,
    port: port !== 0 ? port : isEncrypted ? SAFE_PORT : PORT,
    user: user === '' ? 'default' : user,
    password,
    database,
    isEncrypted,
    isVerified: isYes(parameters.verify ?? 'true'),
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
  }
}
