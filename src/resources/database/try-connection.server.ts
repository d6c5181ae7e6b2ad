import { connectionForm } from '../../engines/connection-forms.ts'
import { parseAddress } from '../../gateway/database-address.ts'
import { CONNECTABLE, knownEngine } from '../../gateway/engines-of.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Dialect } from '../../query/dialect.ts'
import { type ErrorType, Problem } from '../../wire/problem.ts'
import { addressOf, type CheckedAddress, checkReach } from './address.server.ts'
import type { ConnectionBody } from './contract.ts'

/** Tries an address without keeping it. */
export async function testConnection(services: Services, body: ConnectionBody, signal: AbortSignal) {
  const invalid = new Problem(422, 'Database parameters are invalid.', {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
  })
  const address = readAddress(body, await storedUri(services, body))
  if (!address) throw invalid
  await services.gateway.test(address.uri, signal)
  return { message: 'OK' }
}

/** The address of the connection that a form edits: the one with its id, or the one with its name. */
async function storedUri(services: Services, { id, database_name }: ConnectionBody): Promise<string | null> {
  if (!id && !database_name) return null
  const stored = services.db.selectFrom('databases').select('uri_secret')
  const row = await (id ? stored.where('id', '=', id) : stored.where('database_name', '=', database_name ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row ? services.decrypt(row.uri_secret) : null
}

function readAddress(body: ConnectionBody, stored: string | null) {
  try {
    return addressOf(body, stored)
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const dialect = knownEngine(parseAddress(body.sqlalchemy_uri ?? '')?.scheme ?? '')
    throw new Problem(400, dialect && !isConnectable(dialect) ? cannotOpen(dialect) : textOf(cause), {
      type: 'GENERIC_DB_ENGINE_ERROR',
      extra: dialect ? { engine_name: dialect.label } : {},
      cause,
    })
  }
}

/** The words of a refusal, or those of its first field. */
const textOf = (problem: Problem) =>
  faultsOf(problem)?.[0]?.[1] ?? (typeof problem.body === 'string' ? problem.body : NOT_VALID)

const NOT_VALID = 'The address of the database is not valid.'
const cannotOpen = ({ label }: Dialect) => `This release cannot open ${label} databases.`
const isConnectable = (dialect: Dialect) => CONNECTABLE.some(({ id }) => id === dialect.id)

/** Texts by field of a refusal; null for one without fields. */
function faultsOf({ body }: Problem): readonly (readonly [field: string, text: string])[] | null {
  if (typeof body !== 'object' || Array.isArray(body)) return null
  return Object.entries(body).map(([name, texts]) => [name, String(Array.isArray(texts) ? texts[0] : texts)])
}

/** Parts of the form that a failed connection points at. */
const AT_FAULT: Partial<Record<ErrorType, readonly string[]>> = {
  CONNECTION_INVALID_HOSTNAME_ERROR: ['host'],
  CONNECTION_HOST_DOWN_ERROR: ['host', 'port'],
  CONNECTION_PORT_CLOSED_ERROR: ['port'],
  CONNECTION_INVALID_PORT_ERROR: ['port'],
  CONNECTION_INVALID_USERNAME_ERROR: ['username'],
  CONNECTION_INVALID_PASSWORD_ERROR: ['username', 'password'],
  CONNECTION_UNKNOWN_DATABASE_ERROR: ['database'],
}

/** Checks what a connection form holds: that nothing is missing or wrong, and that the database answers. */
export async function validateParameters(services: Services, body: ConnectionBody, signal: AbortSignal) {
  const dialect = engineOf(body)
  refuseMissing(dialect, body)
  const address = readParameters(body, await storedUri(services, body))
  if (!address) return { message: 'OK' }
  try {
    await checkReach(services, address)
    await services.gateway.test(address.uri, signal)
  } catch (cause) {
    const invalid = cause instanceof Problem ? AT_FAULT[cause.detail.type ?? 'GENERIC_BACKEND_ERROR'] : undefined
    if (!(cause instanceof Problem) || !invalid) throw cause
    throw new Problem(422, cause.body, { ...cause.detail, extra: { ...cause.detail.extra, invalid }, cause })
  }
  return { message: 'OK' }
}

function engineOf({ engine }: ConnectionBody): Dialect {
  const dialect = knownEngine(engine ?? '')
  if (!dialect)
    throw new Problem(422, `Engine "${engine ?? ''}" cannot be configured through parameters.`, {
      type: 'GENERIC_DB_ENGINE_ERROR',
    })
  if (!isConnectable(dialect))
    throw new Problem(422, cannotOpen(dialect), { type: 'GENERIC_DB_ENGINE_ERROR', extra: { invalid: ['engine'] } })
  return dialect
}

function refuseMissing({ id }: Dialect, { parameters }: ConnectionBody): void {
  const missing = connectionForm(id).required.filter((name) => !parameters?.[name])
  if (missing.length === 0) return
  throw new Problem(422, `One or more parameters are missing: ${missing.join(', ')}`, {
    type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'warning',
    extra: { missing },
  })
}

/** The address of the parameters; a wrong one is named in the words of the error and in its list. */
function readParameters(body: ConnectionBody, stored: string | null): CheckedAddress | null {
  try {
    return addressOf({ ...body, sqlalchemy_uri: null }, stored)
  } catch (cause) {
    const faults = cause instanceof Problem ? faultsOf(cause) : null
    if (faults === null) throw cause
    throw new Problem(422, faults[0]?.[1] ?? NOT_VALID, {
      type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      extra: { invalid: faults.map(([name]) => name), faults: Object.fromEntries(faults) },
      cause,
    })
  }
}
