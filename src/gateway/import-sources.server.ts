import { type SqlBool, sql } from 'kysely'
import { canReadDatabase, canReadSchema } from '../metadata/access.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import { listedDatasets } from '../metadata/temporary-datasets.server.ts'
import { readableDatasets } from '../metadata/visible.server.ts'
import { checkSecrets, DatabaseFile, findDatabase, importDatabases } from './import-database.server.ts'
import { DatasetFile, insertDatasetFile, overwriteDataset } from './import-dataset.server.ts'
import { type Archive, type ImportFile, importProblem } from './import-files.server.ts'
import { checkOverwrites, type ImportRun, mayOverwrite } from './import-run.server.ts'

/** The datasets of an archive that are its own subject: those that are known are written over, where the run says so. */
export async function importOwnDatasets(run: ImportRun, archive: Archive): Promise<void> {
  const files = archive.files('datasets', DatasetFile)
  const known = await knownByUuid(run, files)
  await checkOverwrites(run, 'dataset', 'Dataset', files, known)
  const databases = await databasesOf(run, archive)
  for (const file of files) {
    const database = databaseOf(run, file, databases)
    const same = await sameTable(run, file.value, database.id)
    if (same && same.uuid !== file.value.uuid)
      throw importProblem({ [file.name]: `Dataset ${file.value.table_name} already exists` }, run.noun)
    const stored = known.get(file.value.uuid)
    if (stored) await overwriteFrom(run, file, stored, database)
    else await createDataset(run, file, database)
  }
}

/**
 * The datasets that charts of an archive are drawn from, as ids by uuid: those that are known, by uuid or by their
 * table, stay as they are unless the run says otherwise; the others are made. Throws 422 for what the caller may neither read nor make.
 */
export async function importDatasetsOf(
  run: ImportRun,
  archive: Archive,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const files = archive.files('datasets', DatasetFile)
  const databases = await databasesOf(run, archive)
  const ids = await readableByUuid(run, uuids)
  for (const file of files) {
    const { uuid } = file.value
    if (ids.has(uuid) && !run.overwritesDatasets) continue
    const database = databaseOf(run, file, databases)
    const known = (await knownByUuid(run, [file])).get(uuid)
    const same = known ?? (await sameTable(run, file.value, database.id))
    ids.set(uuid, same ? await readableId(run, file, same) : await createDataset(run, file, database))
    if (known && (await isOverwritten(run, known))) await overwriteFrom(run, file, known, database)
  }
  return ids
}

const isOverwritten = async (run: ImportRun, stored: Row<'datasets'>): Promise<boolean> =>
  run.overwrite &&
  run.overwritesDatasets &&
  run.caller.can('can_write', 'Dataset') &&
  (await mayOverwrite(run, 'dataset', stored.id))

async function overwriteFrom(
  run: ImportRun,
  file: ImportFile<DatasetFile>,
  stored: Row<'datasets'>,
  database: Row<'databases'>,
): Promise<void> {
  checkSource(run, file, database)
  await overwriteDataset(run.services, file.value, stored, database.id, run.userId)
}

async function databasesOf(run: ImportRun, archive: Archive): Promise<Map<string, Row<'databases'>>> {
  const { services, caller } = run
  const out = new Map<string, Row<'databases'>>()
  const files = archive.files('databases', DatabaseFile)
  if (caller.can('can_write', 'Database')) await checkSecrets(services, files, run)
  for (const file of files) {
    let known = await findDatabase(services, file.value)
    if (!known) {
      if (!caller.can('can_write', 'Database'))
        throw importProblem({ [file.name]: 'The database does not exist and you may not connect one' }, run.noun)
      await importDatabases(services, [file], run.userId, { ...run, overwrite: false })
      known = await findDatabase(services, file.value)
    }
    if (known) out.set(file.value.uuid, known)
  }
  return out
}

function databaseOf(
  run: ImportRun,
  file: ImportFile<DatasetFile>,
  databases: ReadonlyMap<string, Row<'databases'>>,
): Row<'databases'> {
  const database = databases.get(file.value.database_uuid)
  if (!database) throw importProblem({ [file.name]: 'The archive does not hold the database of the dataset' }, run.noun)
  return database
}

async function createDataset(
  run: ImportRun,
  file: ImportFile<DatasetFile>,
  database: Row<'databases'>,
): Promise<number> {
  if (!run.caller.can('can_write', 'Dataset'))
    throw importProblem({ [file.name]: 'The dataset does not exist and you may not make one' }, run.noun)
  checkSource(run, file, database)
  return insertDatasetFile(run.services, file.value, database.id, run.userId)
}

/** A query's text may name any table of its database, so it needs the whole of it. */
function checkSource(run: ImportRun, { name, value }: ImportFile<DatasetFile>, database: Row<'databases'>): void {
  const isAllowed = value.sql
    ? canReadDatabase(run.caller, database)
    : canReadSchema(run.caller, database, value.catalog ?? null, value.schema ?? null)
  if (!isAllowed) throw importProblem({ [name]: 'You need access to the database of the dataset' }, run.noun)
}

async function readableId(run: ImportRun, file: ImportFile<DatasetFile>, dataset: Row<'datasets'>): Promise<number> {
  const ids = await readableByUuid(run, [dataset.uuid])
  const id = ids.get(dataset.uuid)
  if (id === undefined) throw importProblem({ [file.name]: 'You need access to the dataset' }, run.noun)
  return id
}

async function readableByUuid({ services, caller }: ImportRun, uuids: readonly string[]): Promise<Map<string, number>> {
  const rows = await services.db
    .selectFrom('datasets')
    .select(['id', 'uuid'])
    .where('uuid', 'in', ['', ...uuids])
    .where(readableDatasets(caller))
    .execute()
  return new Map(rows.map((row) => [row.uuid, row.id]))
}

async function knownByUuid({ services }: ImportRun, files: readonly ImportFile<DatasetFile>[]) {
  const uuids = files.map(({ value }) => value.uuid)
  const rows = await services.db
    .selectFrom('datasets')
    .selectAll()
    .where('uuid', 'in', ['', ...uuids])
    .execute()
  return new Map(rows.map((row) => [row.uuid, row]))
}

async function sameTable({ services }: ImportRun, file: DatasetFile, databaseId: number) {
  return services.db
    .selectFrom('datasets')
    .selectAll()
    .where('database_id', '=', databaseId)
    .where('table_name', '=', file.table_name)
    .where(listedDatasets)
    .where(sql<SqlBool>`coalesce(schema, '') = ${file.schema ?? ''}`)
    .where(sql<SqlBool>`coalesce(catalog, '') = ${file.catalog ?? ''}`)
    .executeTakeFirst()
}
