import { parseAddress } from '../../gateway/database-address.ts'
import { isRerouted, tunnelFor, wantedTunnel } from '../../gateway/read-tunnel.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { tunnelOf } from '../../gateway/tunnel-record.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { addressOf, checkReach, parametersOf, reroutedPassword } from './address.server.ts'
import { echoOf, shownTunnel } from './connection.server.ts'
import type { UpdateBody } from './contract.ts'
import { refuseBadCertificate } from './secrets.server.ts'
import { updateDatabase } from './store.server.ts'

export async function changeDatabase(services: Services, row: Row<'databases'>, body: UpdateBody, caller: Caller) {
  refuseBadCertificate(body.server_cert, 400)
  const before = tunnelOf(row, services.decrypt)
  const wanted = await wantedTunnel(body, before)
  const stored = { uri: services.decrypt(row.uri_secret), isRerouted: isRerouted(before, wanted) }
  const isSame = body.sqlalchemy_uri === undefined || body.sqlalchemy_uri === row.uri_masked
  const isKept = isSame && Object.keys(body.parameters ?? {}).length === 0
  const address = isKept ? null : addressOf({ ...body, engine: body.engine ?? row.engine }, stored, 400)
  if (address === null && stored.isRerouted && parseAddress(stored.uri)?.password) throw reroutedPassword()
  const tunnel = tunnelFor(address?.dialect.id ?? row.engine, wanted, body)
  if (address) await checkReach(services, address)
  await updateDatabase(services, row, { body, address, tunnel: tunnel === before ? undefined : tunnel }, caller.userId)
  const after = await services.db.selectFrom('databases').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    result: {
      ...echoOf(body),
      configuration_method: after.configuration_method,
      parameters: parametersOf(after.uri_masked),
      sqlalchemy_uri: after.uri_masked,
      ...(tunnel ? { ssh_tunnel: shownTunnel(row.id, tunnel) } : {}),
    },
  }
}
