import { maskAddress, parseAddress } from '../../gateway/database-address.ts'
import { driverName } from '../../gateway/database-record.server.ts'
import { CONNECTABLE, knownEngine } from '../../gateway/engines-of.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Dialect } from '../../query/dialect.ts'
import type { Caller } from '../../wire/caller.ts'
import { type ErrorType, invalidFields, Problem } from '../../wire/problem.ts'
import { addressOf, checkReach, parametersOf } from './address.server.ts'
import { parametersSchema } from './available.server.ts'
import type { ConnectionBody, CreateBody } from './contract.ts'
import { databaseItem } from './list-spec.server.ts'
import { insertDatabase } from './store.server.ts'

/** Fields of a body that its answer repeats. */
const ECHOED = [
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_file_upload',
  'allow_multi_catalog',
  'allow_run_async',
  'cache_timeout',
  'database_name',
  'expose_in_sqllab',
  'external_url',
  'extra',
  'force_ctas_schema',
  'impersonate_user',
  'is_managed_externally',
  'server_cert',
] as const

export const echoOf = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(ECHOED.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))

export async function createDatabase(services: Services, body: CreateBody, caller: Caller) {
  const address = addressOf(body, null)
  if (!address) throw invalidFields({ sqlalchemy_uri: ['Missing data for required field.'] }, 422)
  await checkReach(services, address)
  const row = await insertDatabase(services, body, address, caller.userId)
  return {
    id: row.id,
    result: {
      ...echoOf(body),
      configuration_method: row.configuration_method,
      driver: driverName(row),
      parameters: parametersOf(row.uri_masked),
      sqlalchemy_uri: row.uri_masked,
      uuid: row.uuid,
    },
  }
}

/** The connection form's view: the address without its password. */
export function connectionItem(services: Services, row: Row<'databases'>) {
  const uri = services.decrypt(row.uri_secret)
  return {
    id: row.id,
    result: {
      ...databaseItem(row),
      extra: row.extra,
      masked_encrypted_extra: row.encrypted_extra === null ? '{}' : masked(services.decrypt(row.encrypted_extra)),
      parameters: parametersOf(uri),
      parameters_schema: parametersSchema(parseAddress(uri)?.scheme ?? ''),
      server_cert: row.server_cert,
      sqlalchemy_uri: maskAddress(uri),
      ssh_tunnel: null,
    },
  }
}

/** Keys stay so that the form shows what is set; no value leaves the server. */
function masked(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return '{}'
    return JSON.stringify(Object.fromEntries(Object.keys(value).map((key) => [key, 'XXXXXXXXXX'])))
  } catch {
    return '{}'
  }
}

/** Tries an address without keeping it. */
export async function testConnection(services: Services, body: ConnectionBody, signal: AbortSignal) {
  const stored = body.database_name
    ? await services.db
        .selectFrom('databases')
        .select('uri_secret')
        .where('database_name', '=', body.database_name)
        .executeTakeFirst()
    : undefined
  const invalid = new Problem(422, 'Database parameters are invalid.', {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
  })
  const address = readAddress(body, stored ? services.decrypt(stored.uri_secret) : null)
  if (!address) throw invalid
  await services.gateway.test(address.uri, signal)
  return { message: 'OK' }
}

function readAddress(body: ConnectionBody, stored: string | null) {
  try {
    return addressOf(body, stored)
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const dialect = knownEngine(parseAddress(body.sqlalchemy_uri ?? '')?.scheme ?? '')
    const text = typeof cause.body === 'string' ? cause.body : 'The address of the database is not valid.'
    throw new Problem(400, dialect ? cannotOpen(dialect) : text, {
      type: 'GENERIC_DB_ENGINE_ERROR',
      extra: dialect ? { engine_name: dialect.label } : {},
      cause,
    })
  }
}

const cannotOpen = ({ label }: Dialect) => `This release cannot open ${label} databases.`

/** Parts of the form that a failed connection points at. */
const AT_FAULT: Partial<Record<ErrorType, readonly string[]>> = {
  CONNECTION_INVALID_HOSTNAME_ERROR: ['host'],
  CONNECTION_HOST_DOWN_ERROR: ['host', 'port'],
  CONNECTION_PORT_CLOSED_ERROR: ['port'],
  CONNECTION_INVALID_USERNAME_ERROR: ['username'],
  CONNECTION_INVALID_PASSWORD_ERROR: ['username', 'password'],
  CONNECTION_UNKNOWN_DATABASE_ERROR: ['database'],
}

/** Checks what a connection form holds: that nothing is missing, and that the database answers. */
export async function validateParameters(services: Services, body: ConnectionBody, signal: AbortSignal) {
  const engine = body.engine ?? ''
  const dialect = knownEngine(engine)
  if (!dialect)
    throw new Problem(422, `Engine "${engine}" cannot be configured through parameters.`, {
      type: 'GENERIC_DB_ENGINE_ERROR',
    })
  const isConnectable = CONNECTABLE.some(({ id }) => id === dialect.id)
  const missing = parametersSchema(engine).required.filter((name) => !body.parameters?.[name])
  if (isConnectable && missing.length > 0)
    throw new Problem(422, `One or more parameters are missing: ${missing.join(', ')}`, {
      type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      level: 'warning',
      extra: { missing },
    })
  if (!isConnectable)
    throw new Problem(422, cannotOpen(dialect), { type: 'GENERIC_DB_ENGINE_ERROR', extra: { invalid: ['engine'] } })
  const address = addressOf(body, null)
  if (!address) return { message: 'OK' }
  await checkReach(services, address)
  await services.gateway.test(address.uri, signal).catch((cause: unknown) => {
    const invalid = cause instanceof Problem ? AT_FAULT[cause.detail.type ?? 'GENERIC_BACKEND_ERROR'] : undefined
    if (!(cause instanceof Problem) || !invalid) throw cause
    throw new Problem(422, cause.body, { ...cause.detail, extra: { ...cause.detail.extra, invalid }, cause })
  })
  return { message: 'OK' }
}
