import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Caller } from '../../wire/caller.ts'

type Kind = 'chart' | 'dashboard' | 'saved_query' | 'tag'

/** Stars or unstars an object for the caller; doing it twice changes nothing. */
export async function setFavorite(
  db: MetadataDb,
  kind: Kind,
  objectId: number,
  caller: Caller,
  isStarred: boolean,
  at: string,
) {
  if (caller.userId === null) return
  const row = { kind, object_id: objectId, user_id: caller.userId }
  await db
    .deleteFrom('favorites')
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('user_id', '=', caller.userId)
    .execute()
  if (isStarred)
    await db
      .insertInto('favorites')
      .values({ ...row, created_on: at })
      .execute()
}

/** Which of the ids the caller has starred. */
export async function favoriteIds(
  db: MetadataDb,
  kind: Kind,
  ids: readonly number[],
  caller: Caller,
): Promise<Set<number>> {
  if (caller.userId === null || ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('favorites')
    .select('object_id')
    .where('kind', '=', kind)
    .where('user_id', '=', caller.userId)
    .where('object_id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.object_id))
}
