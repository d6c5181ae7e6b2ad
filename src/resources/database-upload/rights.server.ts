import type { TableLoader } from '../../engines/table-loader.ts'
import { databaseExtra } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { canReadDatabase, canReadSchema } from '../../metadata/access.server.ts'
import { ownsObject } from '../../metadata/owners.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { forbidden, Problem } from '../../wire/problem.ts'
import type { Target } from './reading.ts'
import { datasetOf } from './upload-dataset.server.ts'

type Database = Row<'databases'>

/** Throws 422 for a database that takes no files, 403 for a schema or a table that is not the caller's to write. */
export async function checkTarget(
  services: Services,
  database: Database,
  target: Target,
  caller: Caller,
): Promise<{ readonly loader: TableLoader; readonly schema: string | null }> {
  if (database.allow_file_upload !== 1) throw notAllowed()
  const { driver } = await services.gateway.open(database)
  if (!driver.loader)
    throw new Problem(422, 'Database type does not support file uploads.', { type: 'GENERIC_COMMAND_ERROR' })
  const schema = target.schema ?? (await driver.defaultSchema())
  const allowed = databaseExtra(database).schemas_allowed_for_file_upload ?? []
  const isAllowed =
    allowed.length === 0 ? canReadDatabase(caller, database) : schema !== null && allowed.includes(schema)
  if (!isAllowed || !canReadSchema(caller, database, null, schema)) throw notAllowed()
  const exists = await driver.table(null, schema, target.table)
  if (exists && target.ifExists !== 'fail') {
    const may = await mayReplace(services, database, exists.name, caller)
    if (may !== true)
      throw new Problem(403, 'Only the owner of this table may change it.', { type: 'MISSING_OWNERSHIP_ERROR' })
  }
  return { loader: driver.loader, schema }
}

/** A table is changed or removed by an administrator and by the owners of its dataset. */
export async function mayReplace(services: Services, database: Database, table: string, caller: Caller) {
  if (caller.isAdmin) return true
  const dataset = await datasetOf(services, database, table)
  return dataset !== null && (await ownsObject(services.db, 'dataset', dataset.id, caller)) ? true : forbidden()
}

const notAllowed = () =>
  new Problem(403, 'Database schema is not allowed for csv uploads.', { type: 'GENERIC_COMMAND_ERROR' })
