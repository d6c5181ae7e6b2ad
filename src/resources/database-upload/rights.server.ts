import type { TableLoader } from '../../engines/table-loader.ts'
import { databaseExtra } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { canReadDatabase, canReadSchema } from '../../metadata/access.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { forbidden, Problem } from '../../wire/problem.ts'
import type { Target } from './reading.ts'
import { datasetsOf, physicalDatasets } from './upload-dataset.server.ts'

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

/** A table is changed or removed by an administrator and by who owns its dataset, or all of them where it has several. */
export async function mayReplace(services: Services, database: Database, table: string, caller: Caller) {
  const owned = caller.isAdmin ? null : await ownedDatasets(services, caller)
  return isTheirs(await datasetsOf(services, database, table), owned) ? true : forbidden()
}

/** Tables made of files that the caller may remove, each with the datasets that would go with it. */
export async function removableTables(services: Services, database: Database, caller: Caller) {
  const { driver } = await services.gateway.open(database)
  const tables = (await driver.loader?.uploaded?.()) ?? []
  if (tables.length === 0) return []
  const byName = Map.groupBy(await physicalDatasets(services, database), (one) => one.table_name.toLowerCase())
  const owned = caller.isAdmin ? null : await ownedDatasets(services, caller)
  return tables
    .map(({ schema, name }) => ({ schema, table_name: name, datasets: byName.get(name.toLowerCase()) ?? [] }))
    .filter(({ datasets }) => isTheirs(datasets, owned))
}

/** `owned` is null for an administrator, who may remove what nobody owns. */
const isTheirs = (datasets: readonly { readonly id: number }[], owned: ReadonlySet<number> | null) =>
  owned === null || (datasets.length > 0 && datasets.every(({ id }) => owned.has(id)))

async function ownedDatasets({ db }: Services, { userId }: Caller): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('owners')
    .select('object_id')
    .where('kind', '=', 'dataset')
    .where('user_id', '=', userId ?? -1)
    .execute()
  return new Set(rows.map(({ object_id }) => object_id))
}

const notAllowed = () =>
  new Problem(403, 'Database schema is not allowed for csv uploads.', { type: 'GENERIC_COMMAND_ERROR' })
