import { randomUUID } from 'node:crypto'
import type { Services } from '../../../gateway/services.server.ts'
import type { NewRow, Row, RowPatch } from '../../../metadata/tables.server.ts'
import { usableDatabases } from '../../../metadata/visible.server.ts'
import type { Caller } from '../../../wire/caller.ts'
import { Problem } from '../../../wire/problem.ts'
import { forgetVersions, keepVersion } from '../versions.server.ts'
import type { SavedQueryBody } from './body.ts'

type SavedQuery = Row<'saved_queries'>

/** One's own, or another's on a database that one may use: a shared link opens for a colleague. */
export async function findSavedQuery({ db }: Services, id: number, caller: Caller): Promise<SavedQuery | null> {
  const row = await db.selectFrom('saved_queries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  if (isOwner(row, caller)) return row
  if (row.db_id === null) return null
  const usable = await db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', row.db_id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  return usable ? row : null
}

export const isOwner = (row: SavedQuery, caller: Caller) => caller.userId !== null && row.user_id === caller.userId

export async function insertSavedQuery(services: Services, body: SavedQueryBody, userId: number): Promise<SavedQuery> {
  await checkDatabase(services, body.db_id)
  const now = services.now().toISOString()
  const row: NewRow<'saved_queries'> = {
    uuid: body.uuid ?? randomUUID(),
    user_id: userId,
    db_id: body.db_id ?? null,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    label: body.label ?? null,
    description: body.description ?? null,
    sql: body.sql ?? null,
    template_parameters: body.template_parameters ?? null,
    extra_json: body.extra_json ?? '{}',
    rows: null,
    last_run: null,
    created_on: now,
    changed_on: now,
    created_by: userId,
    changed_by: userId,
  }
  const inserted = await services.db.insertInto('saved_queries').values(row).returningAll().executeTakeFirstOrThrow()
  await keepState(services, inserted, userId)
  return inserted
}

const FIELDS = ['db_id', 'catalog', 'schema', 'label', 'description', 'sql', 'template_parameters'] as const

export async function updateSavedQuery(
  services: Services,
  row: SavedQuery,
  body: SavedQueryBody,
  userId: number,
): Promise<SavedQuery> {
  await checkDatabase(services, body.db_id)
  const patch: RowPatch<'saved_queries'> = { changed_on: services.now().toISOString(), changed_by: userId }
  for (const name of FIELDS) if (body[name] !== undefined) Object.assign(patch, { [name]: body[name] })
  if (body.extra_json !== undefined) patch.extra_json = body.extra_json ?? '{}'
  const updated = await services.db
    .updateTable('saved_queries')
    .set(patch)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepState(services, updated, userId)
  return updated
}

/** Fields that an answer repeats. */
export const savedFields = (row: SavedQuery) => ({
  db_id: row.db_id,
  catalog: row.catalog,
  schema: row.schema,
  label: row.label,
  description: row.description,
  sql: row.sql,
  template_parameters: row.template_parameters,
  extra_json: row.extra_json,
})

export async function deleteSavedQueries({ db }: Services, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('tabs')
    .set({ saved_query_id: null })
    .where('saved_query_id', 'in', [...ids])
    .execute()
  await db
    .deleteFrom('favorites')
    .where('kind', '=', 'saved_query')
    .where('object_id', 'in', [...ids])
    .execute()
  await db
    .deleteFrom('tagged_objects')
    .where('object_type', '=', 'query')
    .where('object_id', 'in', [...ids])
    .execute()
  await forgetVersions(db, 'saved_query', ids)
  await db
    .deleteFrom('saved_queries')
    .where('id', 'in', [...ids])
    .execute()
}

/** The caller's own of the ids; throws 404 unless all of them are. */
export async function ownOnes({ db }: Services, ids: readonly number[], caller: Caller): Promise<SavedQuery[]> {
  if (ids.length === 0) throw new Problem(404, 'Not found')
  const rows = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('user_id', '=', caller.userId ?? 0)
    .execute()
  if (rows.length === 0 || rows.length < new Set(ids).size) throw new Problem(404, 'Not found')
  return rows
}

async function checkDatabase({ db }: Services, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const known = await db.selectFrom('databases').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw new Problem(422, { db_id: ['Database does not exist'] })
}

const keepState = (services: Services, row: SavedQuery, userId: number) =>
  keepVersion(services.db, {
    kind: 'saved_query',
    objectId: row.id,
    body: savedFields(row),
    userId,
    at: services.now().toISOString(),
  })
