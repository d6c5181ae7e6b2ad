import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import { peopleById } from './people.server.ts'
import type { VersionRoutes } from './version-routes.ts'

type Json = Readonly<Record<string, unknown>>

/** What distinguishes the versions of one kind of objects from those of another. */
export interface Versioned<T> {
  /** As `keepVersion` was told. */
  readonly kind: string
  find(id: number, caller: Caller): Promise<T | null>
  allow(object: T, caller: Caller): boolean | Promise<boolean>
  /** A kept body as the fields of the object, whichever way it was saved. */
  state(body: Json): Json
  /** Saves the state as a change of the caller; a save keeps its own version. */
  restore(object: T, state: Json, caller: Caller): Promise<unknown>
}

interface Stored {
  readonly id: number
}

/** Lists, shows and restores the versions of one kind of objects. */
export function versionEndpoints<T extends Stored>(
  routes: VersionRoutes,
  versioned: Versioned<T>,
  { db }: Services,
): Endpoint[] {
  const { kind, state } = versioned
  const owned = {
    find: ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
      versioned.find(params.id, caller),
    allow: versioned.allow,
  }
  return [
    objectEndpoint(routes.versions, {
      ...owned,
      handle: async (_input, _caller, object) => {
        const rows = await versionsOf(db, kind, object).select(['number', 'created_on', 'user_id']).execute()
        return { count: rows.length, result: await withPeople(db, rows) }
      },
    }),
    objectEndpoint(routes.version, {
      ...owned,
      handle: async ({ params }, _caller, object) => {
        const { body, ...row } = await oneVersion(db, kind, object, params.number)
        const [line] = await withPeople(db, [row])
        if (!line) throw notFound()
        return { result: { ...line, state: { ...state(JSON.parse(body)) } } }
      },
    }),
    objectEndpoint(routes.restoreVersion, {
      ...owned,
      handle: async ({ params }, caller, object) => {
        const { body } = await oneVersion(db, kind, object, params.number)
        await versioned.restore(object, state(JSON.parse(body)), caller)
        return { message: 'OK' }
      },
    }),
  ]
}

const versionsOf = (db: MetadataDb, kind: string, { id }: Stored) =>
  db.selectFrom('versions').where('kind', '=', kind).where('object_id', '=', id).orderBy('number', 'desc')

async function oneVersion(db: MetadataDb, kind: string, object: Stored, number: number) {
  const row = await versionsOf(db, kind, object)
    .select(['number', 'created_on', 'user_id', 'body'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function withPeople(
  db: MetadataDb,
  rows: readonly { readonly number: number; readonly created_on: string; readonly user_id: number | null }[],
) {
  const people = await peopleById(
    db,
    rows.map((row) => row.user_id),
  )
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    created_by: user_id === null ? null : (people.get(user_id) ?? null),
  }))
}
