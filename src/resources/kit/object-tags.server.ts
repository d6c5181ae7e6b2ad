import type { MetadataDb } from '../../metadata/open.server.ts'
import { Problem } from '../../wire/problem.ts'

/** Tags that people give; those of other types are made by the product. */
export const CUSTOM = 1

type Kind = 'chart' | 'dashboard'

/** Gives an object exactly the tags of these ids. Throws 422 for an id that is of no tag people give. */
export async function setTags(db: MetadataDb, kind: Kind, objectId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const known = await db
    .selectFrom('tags')
    .select('id')
    .where('type', '=', CUSTOM)
    .where('id', 'in', [-1, ...wanted])
    .execute()
  const missing = wanted.find((id) => !known.some((tag) => tag.id === id))
  if (missing !== undefined) throw new Problem(422, { tags: [`Tag ID ${missing} not found`] })
  await replaceTags(db, kind, objectId, wanted)
}

/** Takes every tag from an object, and gives it these. */
export async function replaceTags(db: MetadataDb, kind: Kind, objectId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('tagged_objects').where('object_type', '=', kind).where('object_id', '=', objectId).execute()
  const rows = ids.map((tag_id) => ({ tag_id, object_type: kind, object_id: objectId }))
  if (rows.length > 0) await db.insertInto('tagged_objects').values(rows).execute()
}
