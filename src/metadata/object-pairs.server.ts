import { databasePair } from './access.server.ts'
import type { MetadataDb } from './open.server.ts'

type Pair = readonly [permission: string, view: string]

/** Makes the pairs that grant an object, so that an administrator can give them to roles. */
export async function ensurePairs(db: MetadataDb, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  await db
    .insertInto('pairs')
    .values(pairs.map(([permission, view]) => ({ permission, view })))
    .onConflict((conflict) => conflict.columns(['permission', 'view']).doNothing())
    .execute()
}

/** Renames the object of a pair; grants of the old name go on under the new one. */
export async function renamePair(db: MetadataDb, [permission, from]: Pair, to: string): Promise<void> {
  if (from === to) return
  await db
    .updateTable('pairs')
    .set({ view: to })
    .where('permission', '=', permission)
    .where('view', '=', from)
    .execute()
}

/** Removes the pair of an object that is gone, with all of its grants. */
export async function dropPair(db: MetadataDb, [permission, view]: Pair): Promise<void> {
  const pair = await db
    .selectFrom('pairs')
    .select('id')
    .where('permission', '=', permission)
    .where('view', '=', view)
    .executeTakeFirst()
  if (!pair) return
  await db.deleteFrom('role_pairs').where('pair_id', '=', pair.id).execute()
  await db.deleteFrom('pairs').where('id', '=', pair.id).execute()
}

/** Pairs name their database; a renamed database keeps its grants. */
export async function renameDatabasePairs(
  db: MetadataDb,
  database: { readonly id: number; readonly database_name: string },
  newName: string,
): Promise<void> {
  const before = `[${database.database_name}].`
  const rows = await db
    .selectFrom('pairs')
    .select(['id', 'view'])
    .where('permission', 'in', ['database_access', 'catalog_access', 'schema_access', 'datasource_access'])
    .execute()
  for (const { id, view } of rows.filter((row) => row.view.startsWith(before)))
    await db
      .updateTable('pairs')
      .set({ view: `[${newName}].${view.slice(before.length)}` })
      .where('id', '=', id)
      .execute()
}

/** Removes the pairs of a deleted database; another of the same name starts without grants. */
export async function removeDatabasePairs(
  db: MetadataDb,
  database: { readonly id: number; readonly database_name: string },
): Promise<void> {
  const [permission, view] = databasePair(database)
  const names = [permission, 'catalog_access', 'schema_access']
  const rows = await db
    .selectFrom('pairs')
    .select(['id', 'permission', 'view'])
    .where('permission', 'in', names)
    .execute()
  const ids = rows
    .filter((row) =>
      row.permission === permission ? row.view === view : row.view.startsWith(`[${database.database_name}].`),
    )
    .map((row) => row.id)
  if (ids.length === 0) return
  await db.deleteFrom('role_pairs').where('pair_id', 'in', ids).execute()
  await db.deleteFrom('pairs').where('id', 'in', ids).execute()
}
