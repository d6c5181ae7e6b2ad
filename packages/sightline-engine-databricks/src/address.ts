import { isYes } from '../../../src/engines/http-address.ts'
import { connectTimeoutMs, invalidAddress, networkUri } from '../../../src/engines/network-uri.ts'
import { databricksForm } from './form.ts'

/** Where a workspace is, which warehouse works, who asks, and where names are looked up. */
export interface DatabricksAddress {
  /** `https://dbc-a1b2345c-d6e7.cloud.databricks.com` */
  readonly origin: string
  readonly warehouse: string
  readonly secret: string
  /** Of a service principal, whose secret is no token. */
  readonly clientId: string | null
  readonly catalog: string
  readonly schema: string
  readonly isVerified: boolean
  readonly connectTimeoutMs: number
}

const RULES = { defaultPort: 0, parameters: (databricksForm.options ?? []).map(({ name }) => name), needsUser: true }
const SCHEMA = 'default'
/** Who signs in with a token, where the warehouse is named by its path. */
const ANYBODY = 'token'

/** Reads `databricks://warehouse:secret@host/catalog/schema`, or `token:secret@` with an `http_path`. Throws what is missing or not allowed. */
export function databricksAddress(uri: string): DatabricksAddress {
  const { host, port, user, password, database, parameters } = networkUri(uri, RULES)
  const isEncrypted = parameters.protocol !== 'http'
  const [catalog, schema = SCHEMA, ...rest] = database.split('/').filter((part) => part !== '')
  if (catalog === undefined) throw invalidAddress('The address names no catalog.', { missing: ['database'] })
  if (rest.length > 0)
    throw invalidAddress('The address may name a catalog and a schema, and nothing more.', { invalid: ['database'] })
  return {
    origin: `${isEncrypted ? 'https' : 'http'}://${host}${port === 0 || port === 443 ? '' : `:${port}`}`,
    warehouse: warehouseOf(user, parameters.http_path ?? null),
    ...{ secret: password, catalog, schema },
    clientId: parameters.client_id ?? null,
    isVerified: isYes(parameters.verify ?? 'true'),
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
  }
}

/** The id is the last part of a path. */
function warehouseOf(user: string, path: string | null): string {
  const named = path ?? (user === ANYBODY ? '' : user)
  const id = named.split('/').at(-1) ?? ''
  if (!/^[\w-]+$/.test(id)) throw invalidAddress('The address names no warehouse.', { missing: ['username'] })
  return id
}

/** The schema that an address names, or the one that every catalog has. */
export const schemaOf = (uri: string): string => databricksAddress(uri).schema
