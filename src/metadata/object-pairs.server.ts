import type { MetadataDb } from './open.server.ts'

/** Makes sure that a pair exists, so that it can be granted. */
export async function ensurePair(db: MetadataDb, [permission, view]: readonly [string, string]): Promise<void> {
  await db
    .insertInto('pairs')
    .values({ permission, view })
    .onConflict((conflict) => conflict.columns(['permission', 'view']).doNothing())
    .execute()
}

/** Renames the object of a pair; grants of the old name go on under the new one. */
export async function renamePair(
  db: MetadataDb,
  [permission, from]: readonly [string, string],
  to: string,
): Promise<void> {
  if (from === to) return
  await db
    .updateTable('pairs')
    .set({ view: to })
    .where('permission', '=', permission)
    .where('view', '=', from)
    .execute()
}

/** Removes the pair of an object that is gone, with all of its grants. */
export async function dropPair(db: MetadataDb, [permission, view]: readonly [string, string]): Promise<void> {
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
