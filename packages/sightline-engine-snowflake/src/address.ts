import { isYes } from '../../../src/engines/http-address.ts'
import { connectTimeoutMs, invalidAddress, networkUri } from '../../../src/engines/network-uri.ts'
import { snowflakeForm } from './form.ts'

/** Where an account is, who signs in, and where names are looked up. */
export interface SnowflakeAddress {
  /** `https://myorg-myaccount.snowflakecomputing.com` */
  readonly origin: string
  readonly host: string
  readonly port: number
  /** As the service calls it: without a region. */
  readonly account: string
  readonly user: string
  readonly secret: string
  readonly isToken: boolean
  /** In capitals, unless it was written in quotes. */
  readonly database: string
  readonly schema: string | null
  readonly warehouse: string | null
  readonly role: string | null
  readonly isVerified: boolean
  readonly connectTimeoutMs: number
}

const RULES = { defaultPort: 0, parameters: (snowflakeForm.options ?? []).map(({ name }) => name), needsUser: true }
const DOMAIN = /\.snowflakecomputing\.(com|cn)$/i
/** The schema that every database has. */
export const PUBLIC = 'PUBLIC'

/** Reads `snowflake://user:secret@account/database/schema?warehouse=W&role=R`. Throws what is missing or not allowed. */
export function snowflakeAddress(uri: string): SnowflakeAddress {
  const { host: given, port, user, password, database: path, parameters } = networkUri(uri, RULES)
  const isEncrypted = parameters.protocol !== 'http'
  // Underscores stand in no host name.
  const host = port !== 0 || DOMAIN.test(given) ? given : `${given.replaceAll('_', '-')}.snowflakecomputing.com`
  return {
    origin: `${isEncrypted ? 'https' : 'http'}://${host}${port === 0 ? '' : `:${port}`}`,
    ...{ host, user, secret: password },
    port: port === 0 ? (isEncrypted ? 443 : 80) : port,
    account: accountOf(given),
    isToken: parameters.authenticator === 'token',
    ...dataOf(path),
    warehouse: parameters.warehouse ?? null,
    role: parameters.role ?? null,
    isVerified: isYes(parameters.verify ?? 'true'),
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
  }
}

function dataOf(path: string): Pick<SnowflakeAddress, 'database' | 'schema'> {
  const [database, schema, ...rest] = path.split('/').filter((part) => part !== '')
  if (database === undefined) throw invalidAddress('The address names no database.', { missing: ['database'] })
  if (rest.length > 0)
    throw invalidAddress('The address may name a database and a schema, and nothing more.', { invalid: ['database'] })
  return { database: folded(database), schema: schema === undefined ? null : folded(schema) }
}

const accountOf = (host: string) => (host.split('.')[0] ?? host).toUpperCase()

/** A name as the engine keeps it: in capitals where it stands in no quotes. */
const folded = (name: string) => (/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name.toUpperCase())

/** The schema that an address names, or the one that every database has. */
export const schemaOf = (uri: string): string => snowflakeAddress(uri).schema ?? PUBLIC
