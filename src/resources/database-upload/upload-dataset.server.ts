import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { DatasetFile, insertDatasetFile } from '../../gateway/import-dataset.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { sourceColumns } from '../../gateway/source-columns.server.ts'
import { deleteDatasets } from '../../metadata/delete-datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'

type Database = Row<'databases'>
/** Wider tables are questioned without a dataset. */
const MAX_COLUMNS = 1_500
const NOTHING_MORE = { params: null, template_params: null, extra: null, folders: null } as const
const COUNT = {
  metric_name: 'count',
  verbose_name: 'COUNT(*)',
  metric_type: 'count',
  expression: 'COUNT(*)',
  currency: null,
  extra: null,
} as const

/** The datasets that are tables of a database as they stand. */
export const physicalDatasets = (services: Services, database: Database) => ofTables(services, database).execute()

/** The datasets of an uploaded table, by its name in any letters: one, unless somebody made another. */
export const datasetsOf = (services: Services, database: Database, table: string) =>
  ofTables(services, database).where(sql<SqlBool>`lower(table_name) = ${table.toLowerCase()}`).execute()

const ofTables = ({ db }: Services, database: Database) =>
  db
    .selectFrom('datasets')
    .select(['id', 'table_name'])
    .where('database_id', '=', database.id)
    .where('sql', 'is', null)
    .orderBy('id')

/** Makes the dataset of an uploaded table where it has none; its owner is who uploaded the file. */
export async function keepDataset(
  services: Services,
  database: Database,
  { table, schema }: { readonly table: string; readonly schema: string | null },
  caller: Caller,
) {
  if ((await datasetsOf(services, database, table)).length > 0) return
  const source = { catalog: null, schema, table_name: table, sql: null }
  const columns = await sourceColumns(services, database, source, caller)
  if (columns.length > MAX_COLUMNS) return
  const file = DatasetFile.parse({
    table_name: table,
    schema,
    ...NOTHING_MORE,
    main_dttm_col: columns.find(({ isTemporal }) => isTemporal)?.name ?? null,
    uuid: randomUUID(),
    database_uuid: database.uuid,
    columns: columns.map(({ name, type, isTemporal }) => ({
      column_name: name,
      type,
      is_dttm: isTemporal,
      extra: null,
    })),
    metrics: [COUNT],
  })
  await services.db
    .transaction()
    .execute((trx) => insertDatasetFile({ ...services, db: trx }, file, database.id, caller.userId))
}

/** Removes the datasets of a table that is no more. */
export async function removeDatasets(services: Services, database: Database, table: string) {
  const datasets = await datasetsOf(services, database, table)
  if (datasets.length > 0)
    await deleteDatasets(
      services.db,
      datasets.map(({ id }) => id),
    )
}
