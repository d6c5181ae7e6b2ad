import { z } from 'zod'
import { type ExportFile, exportFile } from '../../gateway/export-files.server.ts'
import type { Archive } from '../../gateway/import-files.server.ts'
import type { ImportRun } from '../../gateway/import-run.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { CUSTOM, replaceTags } from './object-tags.server.ts'
import { newStamps } from './stamps.server.ts'

const TAGS = 'tags.yaml'

export type TaggedRow = Pick<Row<'tags'>, 'name' | 'description'> & { readonly object_id: number }

/** The tags that people gave to objects of one kind. */
export function tagsOf(db: MetadataDb, kind: 'chart' | 'dashboard', ids: readonly number[]): Promise<TaggedRow[]> {
  return inPortions([...new Set(ids)], (portion) =>
    db
      .selectFrom('tagged_objects')
      .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
      .where('tagged_objects.object_type', '=', kind)
      .where('tagged_objects.object_id', 'in', portion)
      .where('tags.type', '=', CUSTOM)
      .select(['tagged_objects.object_id', 'tags.name', 'tags.description'])
      .orderBy('tags.name')
      .execute(),
  )
}

/** Names of the tags of an object, as a function of its id. */
export function tagNames(rows: readonly TaggedRow[]): (id: number) => readonly string[] {
  const ofObject = Map.groupBy(rows, (row) => row.object_id)
  return (id) => (ofObject.get(id) ?? []).map((row) => row.name)
}

/** `tags.yaml`: every tag of the archive once. */
export const tagsFile = (rows: readonly TaggedRow[]): ExportFile =>
  exportFile(TAGS, () => ({
    tags: [...new Map(rows.map(({ name, description }) => [name, { tag_name: name, description }])).values()],
  }))

const TagsFile = z.looseObject({
  tags: z.array(z.looseObject({ tag_name: z.string(), description: z.string().nullish() })).nullish(),
})

/** Makes the tags of an archive that nobody has here, with what they are for, if the caller may make tags. */
export async function makeTags(run: ImportRun, archive: Archive): Promise<void> {
  const tags = archive.files(TAGS, TagsFile).flatMap(({ value }) => value.tags ?? [])
  await insertTags(
    run,
    tags.map(({ tag_name, description }) => ({ name: tag_name, description: description ?? null })),
  )
}

async function insertTags(
  { services, caller, userId }: Pick<ImportRun, 'services' | 'caller' | 'userId'>,
  tags: readonly Pick<Row<'tags'>, 'name' | 'description'>[],
): Promise<void> {
  const valid = tags.filter(({ name }) => name.trim() !== '' && name.length <= 250)
  if (valid.length === 0 || !caller.can('can_write', 'Tag')) return
  await services.db
    .insertInto('tags')
    .values(valid.map((tag) => ({ ...tag, type: CUSTOM, ...newStamps(services, userId) })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Gives an imported object its tags; those that nobody has here are made, if the caller may make tags. */
export async function restoreTags(
  run: Pick<ImportRun, 'services' | 'caller' | 'userId'>,
  kind: 'chart' | 'dashboard',
  objectId: number,
  names: readonly string[],
): Promise<void> {
  const { db } = run.services
  await insertTags(
    run,
    names.map((name) => ({ name, description: null })),
  )
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
