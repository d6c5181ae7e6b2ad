import { checkAddress } from '../../engines/check-address.server.ts'
import { encryptionOf } from '../../engines/network-address.ts'
import { WAREHOUSE_URI } from '../../engines/source-path.ts'
import { type DatabaseAddress, formatAddress, MASK, parseAddress } from '../../gateway/database-address.ts'
import { engineOfAddress } from '../../gateway/engines-of.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Dialect } from '../../query/dialect.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'

const BAD_ADDRESS =
  'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'
const FAILED = 'Connection failed, please check your connection settings'

export interface CheckedAddress {
  readonly uri: string
  readonly dialect: Dialect
}

/** Reads the address of a body: the text, or an engine with parameters. Null when the body has neither. */
export function addressOf(
  body: {
    readonly sqlalchemy_uri?: string | null | undefined
    readonly engine?: string | null | undefined
    readonly parameters?: Readonly<Record<string, unknown>> | null | undefined
  },
  stored: string | null,
): CheckedAddress | null {
  if (body.sqlalchemy_uri) return checked(withStoredPassword(body.sqlalchemy_uri, stored))
  if (!body.parameters || !body.engine) return null
  return checked(withStoredPassword(uriOfParameters(body.engine, body.parameters), stored))
}

function checked(uri: string): CheckedAddress {
  const address = parseAddress(uri)
  if (!address) throw invalidFields({ sqlalchemy_uri: [BAD_ADDRESS] }, 422)
  const dialect = uri === WAREHOUSE_URI ? null : engineOfAddress(uri)
  if (!dialect) throw new Problem(422, FAILED)
  return { uri, dialect }
}

/** A form sends back the mask where the password was; it stands for the stored one. */
function withStoredPassword(uri: string, stored: string | null): string {
  const address = parseAddress(uri)
  const before = stored === null ? null : parseAddress(stored)
  return address?.password === MASK && before?.password ? formatAddress({ ...address, password: before.password }) : uri
}

function uriOfParameters(engine: string, parameters: Readonly<Record<string, unknown>>): string {
  const text = (name: string) =>
    parameters[name] === undefined || parameters[name] === null ? null : String(parameters[name])
  const port = text('port')
  const address: DatabaseAddress = {
    scheme: engine,
    username: text('username'),
    password: text('password'),
    host: text('host'),
    port: port === null ? null : Number(port),
    database: text('database'),
    query: {
      ...queryOf(parameters.query),
      ...(parameters.encryption === true ? encryptionOf(engine) : {}),
    },
  }
  return formatAddress(address)
}

function queryOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}

/** Refuses an address that the server may not reach. */
export async function checkReach(services: Services, { uri }: CheckedAddress): Promise<void> {
  try {
    await checkAddress(uri, services.sources)
  } catch (cause) {
    if (cause instanceof Problem) throw new Problem(422, cause.body, { cause })
    throw cause
  }
}

/** The connection's parameters as a form shows them. */
export function parametersOf(uri: string) {
  const address = parseAddress(uri)
  if (!address || address.host === null) return { database: address?.database ?? null, query: address?.query ?? {} }
  const { username, host, port, database, query, password } = address
  return { username, password: password === null ? null : MASK, host, port, database, query }
}
