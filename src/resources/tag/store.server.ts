import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { forbidden, invalidFields, Problem } from '../../wire/problem.ts'
import { CUSTOM } from '../kit/object-tags.server.ts'
import { show } from '../kit/rison-types.ts'
import { changeStamps, newStamps } from '../kit/stamps.server.ts'
import type { TagBody, TagPatch } from './contract.ts'
import { mayChange, namedObjects, type Tagged } from './objects.server.ts'

type Tag = Row<'tags'>

export const findTag = async ({ db }: Services, id: number): Promise<Tag | null> =>
  (await db.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const ownsTag = (tag: Tag, caller: Caller) =>
  tag.type === CUSTOM && (caller.isAdmin || (caller.userId !== null && tag.created_by === caller.userId))

/** Makes a tag or takes the one of that name, and gives it to objects that the caller may change. */
export async function makeTag(services: Services, body: TagBody, caller: Caller): Promise<number> {
  const objects = await namedObjects(services.db, body.objects_to_tag ?? [], caller)
  for (const object of objects) if (!(await mayChange(services.db, object, caller))) throw forbidden()
  return services.db.transaction().execute(async (trx) => {
    const tag = await tagNamed(services, trx, body, caller)
    await give(trx, tag.id, objects)
    return tag.id
  })
}

/** As `makeTag` for each, leaving out what the caller may not change. */
export async function makeTags(services: Services, bodies: readonly TagBody[], caller: Caller) {
  const tagged: [string, number][] = []
  const skipped: [string, number][] = []
  for (const body of bodies) {
    const objects = await namedObjects(services.db, body.objects_to_tag ?? [], caller)
    const allowed: Tagged[] = []
    for (const object of objects) {
      const isAllowed = await mayChange(services.db, object, caller)
      if (isAllowed) allowed.push(object)
      ;(isAllowed ? tagged : skipped).push([object.kind, object.id])
    }
    await services.db.transaction().execute(async (trx) => {
      await give(trx, (await tagNamed(services, trx, body, caller)).id, allowed)
    })
  }
  return { objects_tagged: once(tagged), objects_skipped: once(skipped) }
}

const once = (pairs: readonly [string, number][]) => [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]

/** Changes a tag; where objects are named, it is theirs alone afterwards. */
export async function changeTag(services: Services, tag: Tag, body: TagPatch, caller: Caller): Promise<void> {
  const { db } = services
  if (body.name !== undefined && body.name !== tag.name) {
    const taken = await db.selectFrom('tags').select('id').where('name', '=', body.name).executeTakeFirst()
    if (taken) throw invalidFields({ name: ['Already exists.'] }, 422)
  }
  const objects = body.objects_to_tag ? await newObjects(db, tag, body.objects_to_tag, caller) : null
  const patch: RowPatch<'tags'> = {
    ...changeStamps(services, caller.userId),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
  }
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('tags').set(patch).where('id', '=', tag.id).execute()
    if (objects === null) return
    await trx.deleteFrom('tagged_objects').where('tag_id', '=', tag.id).execute()
    await give(trx, tag.id, objects)
  })
}

/** The named objects; those that did not have the tag must be the caller's to change. */
async function newObjects(db: MetadataDb, tag: Tag, pairs: readonly [string, number][], caller: Caller) {
  const rows = await db.selectFrom('tagged_objects').selectAll().where('tag_id', '=', tag.id).execute()
  const objects = await namedObjects(db, pairs, caller)
  for (const object of objects) {
    const has = rows.some((row) => row.object_type === object.kind && row.object_id === object.id)
    if (!has && !(await mayChange(db, object, caller))) throw forbidden()
  }
  return objects
}

export async function tagObject(services: Services, object: Tagged, names: readonly string[], caller: Caller) {
  await services.db.transaction().execute(async (trx) => {
    for (const name of new Set(names)) await give(trx, (await tagNamed(services, trx, { name }, caller)).id, [object])
  })
}

/** Takes a tag from an object; throws 422 where it has none of that name. */
export async function untagObject({ db }: Services, { kind, id }: Tagged, name: string): Promise<void> {
  const gone = await db
    .deleteFrom('tagged_objects')
    .where('object_type', '=', kind)
    .where('object_id', '=', id)
    .where('tag_id', 'in', (eb) =>
      eb.selectFrom('tags').select('id').where('name', '=', name).where('type', '=', CUSTOM),
    )
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Problem(422, 'Could not process entity')
}

/** The caller's own tags of the names; throws 422 for unknown names and 403 for those of others. */
export async function ownTags({ db }: Services, names: readonly string[], caller: Caller): Promise<Tag[]> {
  const wanted = [...new Set(names)]
  const tags = await db
    .selectFrom('tags')
    .selectAll()
    .where('name', 'in', ['', ...wanted])
    .execute()
  const unknown = wanted.filter((name) => !tags.some((tag) => tag.name === name))
  if (unknown.length > 0)
    throw new Problem(422, `Invalid tag parameters: ${show(unknown)}. Tag parameters are invalid.`)
  if (!tags.every((tag) => ownsTag(tag, caller))) throw forbidden()
  return tags
}

export async function deleteTags({ db }: Services, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('tagged_objects')
      .where('tag_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('favorites')
      .where('kind', '=', 'tag')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('tags')
      .where('id', 'in', [...ids])
      .execute()
  })
}

/** The tag of a name, made when nobody has; a description changes only one's own. */
async function tagNamed(
  services: Services,
  trx: MetadataDb,
  { name, description }: Pick<TagBody, 'name' | 'description'>,
  caller: Caller,
): Promise<Tag> {
  const made = await trx
    .insertInto('tags')
    .values({ name, description: description ?? null, type: CUSTOM, ...newStamps(services, caller.userId) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) return made
  const known = await trx.selectFrom('tags').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  if (known.type !== CUSTOM) throw new Problem(422, 'Invalid tag')
  if (description !== undefined && ownsTag(known, caller))
    await trx
      .updateTable('tags')
      .set({ description, ...changeStamps(services, caller.userId) })
      .where('id', '=', known.id)
      .execute()
  return known
}

async function give(trx: MetadataDb, tag_id: number, objects: readonly Tagged[]): Promise<void> {
  const rows = objects.map(({ kind, id }) => ({ tag_id, object_type: kind, object_id: id }))
  if (rows.length === 0) return
  await trx
    .insertInto('tagged_objects')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tag_id', 'object_type', 'object_id']).doNothing())
    .execute()
}
