import { sql } from 'kysely'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { OwnedKind } from '../../metadata/tables.server.ts'
import { choicesOf } from './choices.server.ts'
import type { RelatedQuery, RelatedValues } from './list.server.ts'
import { anyHolds } from './operators.server.ts'

export interface Person {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}

/** People by id, one statement. */
export async function peopleById(db: MetadataDb, ids: readonly (number | null)[]): Promise<Map<number, Person>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Owners of objects of one kind, one statement. */
export async function ownersOf(
  db: MetadataDb,
  kind: OwnedKind,
  ids: readonly number[],
): Promise<Map<number, Person[]>> {
  const out = new Map<number, Person[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return out
  const rows = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', kind)
    .where('owners.object_id', 'in', [...ids])
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name'])
    .orderBy('users.id')
    .execute()
  for (const { object_id, ...person } of rows) out.get(object_id)?.push(person)
  return out
}

/** Replaces the owners of an object. */
export async function setOwners(db: MetadataDb, kind: OwnedKind, objectId: number, userIds: readonly number[]) {
  await db.deleteFrom('owners').where('kind', '=', kind).where('object_id', '=', objectId).execute()
  const rows = [...new Set(userIds)].map((user_id) => ({ kind, object_id: objectId, user_id }))
  if (rows.length > 0) await db.insertInto('owners').values(rows).execute()
}

/** Users as choices of a person field; e-mail and state only where `withEmail`. */
export async function relatedUsers(db: MetadataDb, q: RelatedQuery, withEmail: boolean): Promise<RelatedValues> {
  const matching = db
    .selectFrom('users')
    .where(anyHolds([sql`first_name || ' ' || last_name || ' ' || username`], q.filter))
  const total = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const page = await matching
    .selectAll()
    .orderBy('id')
    .limit(q.pageSize)
    .offset(q.page * q.pageSize)
    .execute()
  return {
    count: Number(total.n),
    result: page.map((user) => ({
      value: user.id,
      text: `${user.first_name} ${user.last_name}`,
      extra: withEmail ? { active: user.is_active === 1, email: user.email } : {},
    })),
  }
}

/** Roles as choices. */
export const relatedRoles = (db: MetadataDb, q: RelatedQuery) => choicesOf(db, { table: 'roles', text: 'name' }, q)

/** Filters of a list by who made its rows and who changed them last. */
export const AUTHOR_FILTERS = { created_by: { type: 'relation' }, changed_by: { type: 'relation' } } as const

/** Filters of a list by its stamps: people and instants. */
export const STAMP_FILTERS = { ...AUTHOR_FILTERS, created_on: { type: 'time' }, changed_on: { type: 'time' } } as const

/** Those whom these filters offer. */
export const relatedAuthors = ({ db }: { readonly db: MetadataDb }) => ({
  created_by: (q: RelatedQuery) => relatedUsers(db, q, false),
  changed_by: (q: RelatedQuery) => relatedUsers(db, q, false),
})
