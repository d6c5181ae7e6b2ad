import type { ExportFile } from '../../gateway/export-files.server.ts'
import { toYaml } from '../../gateway/yaml-file.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { CUSTOM, replaceTags } from './object-tags.server.ts'

export type TaggedRow = Pick<Row<'tags'>, 'name' | 'description'> & { readonly object_id: number }

/** The tags that people gave to objects of one kind. */
export function tagsOf(db: MetadataDb, kind: 'chart' | 'dashboard', ids: readonly number[]): Promise<TaggedRow[]> {
  return db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .where('tagged_objects.object_type', '=', kind)
    .where('tagged_objects.object_id', 'in', [-1, ...ids])
    .where('tags.type', '=', CUSTOM)
    .select(['tagged_objects.object_id', 'tags.name', 'tags.description'])
    .orderBy('tags.name')
    .execute()
}

/** Names of the tags of one object. */
export const tagNames = (rows: readonly TaggedRow[], id: number) =>
  rows.filter((row) => row.object_id === id).map((row) => row.name)

/** `tags.yaml`: every tag of the archive once. */
export const tagsFile = (rows: readonly TaggedRow[]): ExportFile => ({
  name: 'tags.yaml',
  content: toYaml({
    tags: [...new Map(rows.map(({ name, description }) => [name, { tag_name: name, description }])).values()],
  }),
})

/** Gives an imported object those of its tags that exist here. */
export async function restoreTags(
  db: MetadataDb,
  kind: 'chart' | 'dashboard',
  objectId: number,
  names: readonly string[],
): Promise<void> {
  const tags = await db
    .selectFrom('tags')
    .select('id')
    .where('type', '=', CUSTOM)
    .where('name', 'in', ['', ...names])
    .execute()
  await replaceTags(
    db,
    kind,
    objectId,
    tags.map(({ id }) => id),
  )
}
