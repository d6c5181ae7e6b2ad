import type { Services } from '../../gateway/services.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { peopleById } from '../kit/people.server.ts'
import { wireInstant } from '../kit/project.ts'
import { type Kind, kindOf, visibleIds } from './objects.server.ts'

const TYPE_NAMES: readonly string[] = ['', 'custom', 'type', 'owner', 'favorited_by']
export const typeName = (type: number) => TYPE_NAMES[type] ?? 'custom'

/** What `get_objects` asks for: names or ids of tags, and kinds; lists with commas. */
interface Asked {
  readonly tags?: string | undefined
  readonly tagIds?: string | undefined
  readonly types?: string | undefined
}

const parts = (text: string | undefined) => (text ?? '').split(',').flatMap((part) => part.trim() || [])

/** Objects that carry one of the tags (any tag where none is named) and that the caller may see. */
export async function taggedObjects({ db }: Services, asked: Asked, caller: Caller) {
  const kinds = asked.types === undefined ? null : parts(asked.types).flatMap((name) => kindOf(name) ?? [])
  const links = await linksOf(db, asked)
  const result: Record<string, unknown>[] = []
  for (const kind of ['dashboard', 'chart', 'query', 'dataset'] as const) {
    if (kinds !== null && !kinds.includes(kind)) continue
    const ids = [...new Set(links.filter((link) => link.object_type === kind).map((link) => link.object_id))]
    if (ids.length > 0) result.push(...(await described(db, kind, await visibleIds(db, kind, ids, caller))))
  }
  return { result }
}

function linksOf(db: MetadataDb, asked: Asked) {
  const all = db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(['object_type', 'object_id'])
  const ids = parts(asked.tagIds).map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : -1))
  if (ids.length > 0) return all.where('tags.id', 'in', ids).execute()
  const names = parts(asked.tags)
  return (names.length > 0 ? all.where('tags.name', 'in', names) : all).execute()
}

async function described(db: MetadataDb, kind: Kind, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await inPortions(ids, (portion) => rowsOf(db, kind, portion))
  const tags = await inPortions(ids, (portion) =>
    db
      .selectFrom('tagged_objects')
      .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
      .where('object_type', '=', kind)
      .where('object_id', 'in', portion)
      .select(['object_id', 'tags.id', 'tags.name', 'tags.type'])
      .orderBy('tags.id')
      .execute(),
  )
  const owners = kind === 'query' ? [] : await inPortions(ids, (portion) => ownersOf(db, kind, portion))
  const tagsOf = Map.groupBy(tags, (tag) => tag.object_id)
  const ownersOfOne = Map.groupBy(owners, (owner) => owner.object_id)
  const people = await peopleById(
    db,
    rows.map((row) => row.created_by),
  )
  return rows.map((row) => {
    const creator = row.created_by === null ? undefined : people.get(row.created_by)
    return {
      id: row.id,
      type: kind,
      name: row.name ?? '',
      url: urlOf(kind, row.id, row.slug),
      changed_on: wireInstant(row.changed_on),
      created_by: creator ?? null,
      creator: creator ? `${creator.first_name} ${creator.last_name}` : '',
      owners: (ownersOfOne.get(row.id) ?? []).map(({ object_id: _, ...owner }) => owner),
      tags: (tagsOf.get(row.id) ?? []).map(({ id, name, type }) => ({ id, name, type: `TagType.${typeName(type)}` })),
    }
  })
}

const ownersOf = (db: MetadataDb, kind: Exclude<Kind, 'query'>, ids: readonly number[]) =>
  db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', kind)
    .where('owners.object_id', 'in', [...ids])
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.username'])
    .orderBy('users.id')
    .execute()

interface ObjectRow {
  readonly id: number
  readonly name: string | null
  readonly slug: string | null
  readonly changed_on: string
  readonly created_by: number | null
}

async function rowsOf(db: MetadataDb, kind: Kind, all: readonly number[]): Promise<ObjectRow[]> {
  const ids = [...all]
  const stamps = ['id', 'changed_on', 'created_by'] as const
  if (kind === 'dashboard')
    return db
      .selectFrom('dashboards')
      .select([...stamps, 'dashboard_title as name', 'slug'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  const rows =
    kind === 'chart'
      ? db
          .selectFrom('charts')
          .select([...stamps, 'slice_name as name'])
          .where('id', 'in', ids)
          .orderBy('id')
          .execute()
      : kind === 'dataset'
        ? db
            .selectFrom('datasets')
            .select([...stamps, 'table_name as name'])
            .where('id', 'in', ids)
            .orderBy('id')
            .execute()
        : db
            .selectFrom('saved_queries')
            .select([...stamps, 'label as name'])
            .where('id', 'in', ids)
            .orderBy('id')
            .execute()
  return (await rows).map((row) => ({ ...row, slug: null }))
}

function urlOf(kind: Kind, id: number, slug: string | null): string {
  if (kind === 'chart') return `/explore/?slice_id=${id}`
  if (kind === 'dashboard') return `/superset/dashboard/${encodeURIComponent((slug || String(id)).toWellFormed())}/`
  return kind === 'query' ? `/sqllab?savedQueryId=${id}` : `/explore/?datasource_type=table&datasource_id=${id}`
}
