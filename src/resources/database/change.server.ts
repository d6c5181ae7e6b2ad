import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { addressOf, checkReach, parametersOf } from './address.server.ts'
import { echoOf } from './connection.server.ts'
import type { UpdateBody } from './contract.ts'
import { updateDatabase } from './store.server.ts'

export async function changeDatabase(services: Services, row: Row<'databases'>, body: UpdateBody, caller: Caller) {
  const stored = services.decrypt(row.uri_secret)
  const isSame = body.sqlalchemy_uri === undefined || body.sqlalchemy_uri === row.uri_masked
  const address = isSame && !body.parameters ? null : addressOf({ ...body, engine: body.engine ?? row.engine }, stored)
  if (address) await checkReach(services, address)
  await updateDatabase(services, row, body, address, caller.userId)
  const after = await services.db.selectFrom('databases').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    result: {
      ...echoOf(body),
      configuration_method: after.configuration_method,
      parameters: parametersOf(after.uri_masked),
      sqlalchemy_uri: after.uri_masked,
    },
  }
}
