import { checkAddress } from '../../engines/check-address.server.ts'
import { connectionForm } from '../../engines/connection-forms.ts'
import { WAREHOUSE_URI } from '../../engines/source-path.ts'
import { addressOfParameters, optionFaults, parametersOfAddress } from '../../gateway/connection-parameters.ts'
import { formatAddress, MASK, parseAddress } from '../../gateway/database-address.ts'
import { CONNECTABLE, engineOfAddress } from '../../gateway/engines-of.ts'
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

/** The stored address of a connection that is changed or tried. */
export interface StoredAddress {
  readonly uri: string
  /** It goes through another SSH server than before, which will see what is sent. */
  readonly isRerouted: boolean
}

interface AddressBody {
  readonly sqlalchemy_uri?: string | null | undefined
  readonly engine?: string | null | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | null | undefined
}

/**
 * Reads the address of a body: the text, or an engine with parameters. Null when the body has neither. Throws texts by
 * field; the mask stands for the password of `stored`, as long as it goes the same way to the same server for the same
 * user. A text that is no address at all is refused with the status `unreadable`.
 */
export function addressOf(
  body: AddressBody,
  stored: StoredAddress | null,
  unreadable: 400 | 422 = 422,
): CheckedAddress | null {
  if (body.sqlalchemy_uri) return checked(withStoredPassword(body.sqlalchemy_uri, stored), unreadable)
  if (!body.parameters || !body.engine) return null
  return checked(withStoredPassword(uriOfParameters(body.engine, body.parameters), stored))
}

function checked(uri: string, unreadable: 400 | 422 = 422): CheckedAddress {
  const address = parseAddress(uri)
  if (!address) throw invalidFields({ sqlalchemy_uri: [BAD_ADDRESS] }, unreadable)
  const dialect = uri === WAREHOUSE_URI ? null : engineOfAddress(uri)
  if (!dialect) throw new Problem(422, FAILED)
  const [fault] = Object.values(optionFaults(address.query, connectionForm(dialect.id)))
  if (fault) throw invalidFields({ sqlalchemy_uri: [fault] }, 422)
  return { uri, dialect }
}

/** A form sends back the mask where the password was. A stored password is never sent to another server or user. */
function withStoredPassword(uri: string, stored: StoredAddress | null): string {
  const address = parseAddress(uri)
  const before = stored === null ? null : parseAddress(stored.uri)
  if (!address || address.password !== MASK || !before?.password) return uri
  const isElsewhere =
    address.host !== before.host ||
    address.port !== before.port ||
    engineOfAddress(uri)?.id !== engineOfAddress(stored?.uri ?? '')?.id
  if (isElsewhere) throw invalidFields({ password: ['Enter the password again when the host changes.'] }, 422)
  if (address.username !== before.username)
    throw invalidFields({ password: ['Enter the password again when the user changes.'] }, 422)
  if (stored?.isRerouted) throw reroutedPassword()
  return formatAddress({ ...address, password: before.password })
}

export const reroutedPassword = () =>
  invalidFields({ password: ['Enter the password again when the SSH tunnel changes.'] }, 422)

function uriOfParameters(engine: string, parameters: Readonly<Record<string, unknown>>): string {
  const dialect = CONNECTABLE.find(({ id, uriSchemes }) => id === engine || uriSchemes.includes(engine))
  if (!dialect) throw new Problem(422, FAILED)
  const read = addressOfParameters(engine, parameters, connectionForm(dialect.id))
  if (read.state === 'good') return formatAddress(read.address)
  throw invalidFields(Object.fromEntries(Object.entries(read.faults).map(([name, text]) => [name, [text]])), 422)
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
  const dialect = engineOfAddress(uri)
  if (!address || !dialect) return { database: address?.database ?? null, query: address?.query ?? {} }
  return parametersOfAddress(address, connectionForm(dialect.id))
}
