import { connectionForm } from '../../engines/connection-forms.ts'
import { parseAddress } from '../../gateway/database-address.ts'
import { CONNECTABLE, knownEngine } from '../../gateway/engines-of.ts'
import { isRerouted, tunnelFor, wantedTunnel } from '../../gateway/read-tunnel.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { tunnelOf } from '../../gateway/tunnel-record.ts'
import type { Dialect } from '../../query/dialect.ts'
import { type ErrorType, Problem } from '../../wire/problem.ts'
import { addressOf, checkReach } from './address.server.ts'
import type { ConnectionBody } from './contract.ts'
import { refuseBadCertificate } from './secrets.server.ts'

/** Tries an address without keeping it. */
export async function testConnection(services: Services, body: ConnectionBody, signal: AbortSignal) {
  refuseBadCertificate(body.server_cert, 400)
  const invalid = new Problem(422, 'Database parameters are invalid.', {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
  })
  const place = await tried(services, body).catch((cause: unknown) => Promise.reject(inWords(body, cause)))
  if (!place) throw invalid
  return passed(await services.gateway.test(place, signal))
}

/** The fingerprint that was seen may be kept, so that the server is known from then on. */
const passed = (hostKey: string | null) => ({
  message: 'OK',
  ...(hostKey === null ? {} : { ssh_tunnel: { server_host_key: hostKey } }),
})

/**
 * Where the database of a body is, made whole with the secrets of the connection that the form edits: the one with its
 * id, or the one with its name. A body that is tried tells all of a connection, so that one without a tunnel means none.
 */
async function tried(services: Services, body: ConnectionBody) {
  const row = await storedRow(services, body)
  const before = row && tunnelOf(row, services.decrypt)
  const tunnel = await wantedTunnel({ ssh_tunnel: body.ssh_tunnel ?? null }, before)
  const stored = row && { uri: services.decrypt(row.uri_secret), isRerouted: isRerouted(before, tunnel) }
  const address = addressOf(body, stored)
  return address && { ...address, tunnel: tunnelFor(address.dialect.id, tunnel, body) }
}

async function storedRow(services: Services, { id, database_name }: ConnectionBody) {
  if (!id && !database_name) return null
  const stored = services.db.selectFrom('databases').select(['uri_secret', 'ssh_tunnel_secret', 'ssh_host_key'])
  const row = await (id ? stored.where('id', '=', id) : stored.where('database_name', '=', database_name ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A refusal by fields as the one error that this route answers with; what is no address at all stays a field's fault. */
function inWords(body: ConnectionBody, cause: unknown): unknown {
  if (!(cause instanceof Problem)) return cause
  const address = parseAddress(body.sqlalchemy_uri ?? '')
  if (body.sqlalchemy_uri && !address) return new Problem(400, cause.body, { cause })
  const dialect = knownEngine(address?.scheme ?? '')
  return new Problem(400, dialect && !isConnectable(dialect) ? cannotOpen(dialect) : textOf(cause), {
    type: 'GENERIC_DB_ENGINE_ERROR',
    extra: dialect ? { engine_name: dialect.label } : {},
    cause,
  })
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
  refuseUnsaid(body)
  const dialect = engineOf(body)
  refuseMissing(dialect, body)
  const place = await tried(services, { ...body, sqlalchemy_uri: null }).catch((cause: unknown) =>
    Promise.reject(byField(cause)),
  )
  if (!place) return { message: 'OK' }
  try {
    await checkReach(services, place)
    return passed(await services.gateway.test(place, signal))
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const invalid = cause.detail.extra?.invalid ?? AT_FAULT[cause.detail.type ?? 'GENERIC_BACKEND_ERROR']
    if (!invalid) throw cause
    throw new Problem(422, cause.body, { ...cause.detail, extra: { ...cause.detail.extra, invalid }, cause })
  }
}

/** A form that names its engine is checked, also where it does not say that it is a form. */
function refuseUnsaid(body: ConnectionBody): void {
  if (body.engine !== undefined) return
  const invalid = ['engine', 'configuration_method'].filter((name) => body[name] === undefined)
  throw new Problem(422, 'Missing data for required field.', {
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    extra: { invalid },
  })
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

/** A refusal by fields: a wrong one is named in the words of the error and in its list. */
function byField(cause: unknown): unknown {
  const faults = cause instanceof Problem ? faultsOf(cause) : null
  if (faults === null) return cause
  return new Problem(422, faults[0]?.[1] ?? NOT_VALID, {
    type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    extra: { invalid: faults.map(([name]) => name), faults: Object.fromEntries(faults) },
    cause,
  })
}
