import { type HttpAddress, isYes } from '../http-address.ts'
import { connectTimeoutMs, invalidAddress, networkUri } from '../network-uri.ts'
import { OPTION_NAMES, PORT } from './form.ts'

/** Where a Trino coordinator is, who asks, and where names without a catalog or schema are looked up. */
export interface TrinoAddress extends HttpAddress {
  readonly catalog: string | null
  readonly schema: string | null
  readonly source: string
}

const RULES = { defaultPort: 0, parameters: OPTION_NAMES, needsUser: true } as const
const SAFE_PORTS = new Set([443, 8443])
const SAFE_PORT = 443

/** Reads `trino://user:password@host:port/catalog/schema?protocol=https`. Throws what is missing or not allowed. */
export function trinoAddress(uri: string): TrinoAddress {
  const { host, port, user, password, database, parameters } = networkUri(uri, RULES)
  const isEncrypted = encryptionOf(parameters.protocol ?? null, password, port)
  const [catalog = null, schema = null, ...rest] = database.split('/').filter((part) => part !== '')
  if (rest.length > 0) throw invalidAddress('The address may name a catalog and a schema, and nothing more.')
  return {
    host,
    port: port !== 0 ? port : isEncrypted ? SAFE_PORT : PORT,
    ...{ user, password, database, isEncrypted, catalog, schema },
    isVerified: isYes(parameters.verify ?? 'true'),
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
    source: parameters.source ?? 'sightline',
  }
}

function encryptionOf(protocol: string | null, password: string, port: number): boolean {
  if (protocol === null) return password !== '' || SAFE_PORTS.has(port)
  if (protocol !== 'http' && protocol !== 'https')
    throw invalidAddress(`"${protocol}" is no protocol; use http or https.`)
  if (protocol === 'http' && password !== '')
    throw invalidAddress('A password is sent over an encrypted connection only; use protocol=https.')
  return protocol === 'https'
}
