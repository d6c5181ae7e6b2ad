import { connectionForm } from '../../engines/connection-forms.ts'
import { maskAddress } from '../../gateway/database-address.ts'
import { driverName } from '../../gateway/database-record.server.ts'
import { tunnelFor, wantedTunnel } from '../../gateway/read-tunnel.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { maskedTunnel, type Tunnel, tunnelOf } from '../../gateway/tunnel-record.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields } from '../../wire/problem.ts'
import { addressOf, checkReach, parametersOf } from './address.server.ts'
import { parametersSchema } from './available.server.ts'
import type { CreateBody, UpdateBody } from './contract.ts'
import { databaseItem } from './list-spec.server.ts'
import { maskedExtra, refuseBadCertificate } from './secrets.server.ts'
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

export const echoOf = (body: UpdateBody) => ({
  ...Object.fromEntries(ECHOED.filter((name) => body[name] !== undefined).map((name) => [name, body[name]])),
  ...(body.masked_encrypted_extra === undefined
    ? {}
    : { masked_encrypted_extra: body.masked_encrypted_extra && maskedExtra(body.masked_encrypted_extra) }),
})

export async function createDatabase(services: Services, body: CreateBody, caller: Caller) {
  refuseBadCertificate(body.server_cert, 422)
  const address = addressOf(body, null)
  if (!address) throw invalidFields({ sqlalchemy_uri: ['Missing data for required field.'] }, 422)
  const tunnel = tunnelFor(address.dialect.id, await wantedTunnel(body, null), body)
  await checkReach(services, address)
  const row = await insertDatabase(services, { body, address, tunnel }, caller.userId)
  return {
    id: row.id,
    result: {
      expose_in_sqllab: true,
      ...echoOf(body),
      configuration_method: row.configuration_method,
      driver: driverName(row),
      parameters: parametersOf(row.uri_masked),
      sqlalchemy_uri: row.uri_masked,
      ...(tunnel ? { ssh_tunnel: shownTunnel(row.id, tunnel) } : {}),
      uuid: row.uuid,
    },
  }
}

/** The connection form's view: the address without its password. */
export function connectionItem(services: Services, row: Row<'databases'>) {
  const uri = services.decrypt(row.uri_secret)
  const tunnel = tunnelOf(row, services.decrypt)
  return {
    id: row.id,
    result: {
      ...databaseItem(row),
      extra: row.extra,
      masked_encrypted_extra: row.encrypted_extra === null ? '{}' : maskedExtra(services.decrypt(row.encrypted_extra)),
      parameters: parametersOf(uri),
      parameters_schema: parametersSchema(connectionForm(row.engine)),
      server_cert: row.server_cert,
      sqlalchemy_uri: maskAddress(uri),
      ssh_tunnel: tunnel && shownTunnel(row.id, tunnel),
    },
  }
}

/** A tunnel as its form shows it. A connection has one at most, so that it goes by the connection's id. */
export const shownTunnel = (databaseId: number, tunnel: Tunnel) => ({
  id: databaseId,
  ...maskedTunnel(tunnel),
  server_host_key: tunnel.hostKey,
})
