import type { Caller } from '../wire/caller.ts'
import type { MetadataDb } from './open.server.ts'
import type { OwnedKind } from './tables.server.ts'

/** Whether the caller may change and delete an object that is stored: an administrator, or one of its owners. */
export async function ownsObject(
  db: MetadataDb,
  kind: OwnedKind,
  id: number,
  { isAdmin, userId }: Pick<Caller, 'isAdmin' | 'userId'>,
): Promise<boolean> {
  if (isAdmin) return true
  if (userId === null) return false
  const row = await db
    .selectFrom('owners')
    .select('user_id')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
