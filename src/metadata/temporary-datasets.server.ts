import { type SqlBool, sql } from 'kysely'
import { datasetPair } from './access.server.ts'
import { deleteDatasets } from './delete-datasets.server.ts'
import { ensurePairs } from './object-pairs.server.ts'
import type { MetadataDb } from './open.server.ts'

/** Longer than anybody looks at a result. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Condition on `datasets`: those that lists and archives name. A temporary one is known by its id alone. */
export const listedDatasets = sql<SqlBool>`datasets.is_temporary = 0`

/** A temporary dataset on which something is saved becomes one like any other, under a name of its own. */
export async function keepDataset(db: MetadataDb, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const dataset = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'table_name', 'schema', 'database_id', 'database_name'])
    .where('datasets.id', '=', id)
    .where('is_temporary', '=', 1)
    .executeTakeFirst()
  if (!dataset) return
  const taken = await db
    .selectFrom('datasets')
    .select('table_name')
    .where('database_id', '=', dataset.database_id)
    .where(sql<SqlBool>`coalesce(schema, '') = ${dataset.schema ?? ''}`)
    .where(listedDatasets)
    .execute()
  const table_name = freeName(dataset.table_name, new Set(taken.map((one) => one.table_name)))
  await db.updateTable('datasets').set({ table_name, is_temporary: 0 }).where('id', '=', id).execute()
  await ensurePairs(db, [datasetPair(dataset.database_name, { id, table_name })])
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`
  return free
}

/** Removes temporary datasets that nobody needs any more; of a database, all of them. */
export async function dropTemporaryDatasets(
  db: MetadataDb,
  which: { readonly now: Date } | { readonly databaseId: number },
): Promise<void> {
  const all = db
    .selectFrom('datasets')
    .select('id')
    .where('is_temporary', '=', 1)
    .where(sql<SqlBool>`not exists (select 1 from charts where charts.datasource_id = datasets.id)`)
  const rows = await ('now' in which
    ? all.where('created_on', '<', new Date(which.now.getTime() - KEPT_MS).toISOString())
    : all.where('database_id', '=', which.databaseId)
  ).execute()
  if (rows.length > 0)
    await deleteDatasets(
      db,
      rows.map(({ id }) => id),
    )
}
