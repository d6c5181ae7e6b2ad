import type { z } from 'zod'
import { findByClientId } from '../../gateway/query-store.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Flag, Row, RowPatch } from '../../metadata/tables.server.ts'
import { Problem } from '../../wire/problem.ts'
import { type ClientTab, extraText, type TabChanges } from './fields.ts'

const DEFAULT_SQL = 'SELECT ...'
const TAB_VERSION = 1

const flag = (value: boolean | null | undefined): Flag => (value ? 1 : 0)

/** Keeps a tab; it becomes the only active one of its user. */
export async function insertTab(services: Services, tab: z.output<typeof ClientTab>, userId: number): Promise<number> {
  const { db } = services
  const now = services.now().toISOString()
  return db.transaction().execute(async (trx) => {
    await trx.updateTable('tabs').set({ active: 0 }).where('user_id', '=', userId).execute()
    const inserted = await trx
      .insertInto('tabs')
      .values({
        user_id: userId,
        label: (tab.name ?? tab.title ?? 'Untitled Query').slice(0, 256),
        active: 1,
        database_id: await knownDatabase(trx, tab.dbId ?? null),
        catalog: tab.catalog ?? null,
        schema: tab.schema ?? null,
        sql: tab.sql ?? DEFAULT_SQL,
        query_limit: tab.queryLimit ?? null,
        latest_query_id: null,
        autorun: flag(tab.autorun),
        template_params: tab.templateParams ?? null,
        hide_left_bar: flag(tab.hideLeftBar),
        saved_query_id: await knownSavedQuery(trx, tab.remoteId ?? null, userId),
        extra_json: tab.updatedAt ? JSON.stringify({ updatedAt: tab.updatedAt, version: TAB_VERSION }) : '{}',
        created_on: now,
        changed_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return inserted.id
  })
}

const VALUES = ['catalog', 'schema', 'query_limit', 'template_params'] as const

/** Changes a tab. Throws 400 when it names a run that is not its user's. */
export async function updateTab(services: Services, tab: Row<'tabs'>, changes: TabChanges): Promise<void> {
  const { db } = services
  const patch: RowPatch<'tabs'> = { changed_on: services.now().toISOString() }
  for (const name of VALUES) if (changes[name] !== undefined) Object.assign(patch, { [name]: changes[name] })
  if (changes.label !== undefined) patch.label = changes.label
  if (changes.sql !== undefined) patch.sql = changes.sql ?? ''
  if (changes.autorun !== undefined) patch.autorun = flag(changes.autorun)
  if (changes.hide_left_bar !== undefined) patch.hide_left_bar = flag(changes.hide_left_bar)
  if (changes.extra_json !== undefined) patch.extra_json = extraText(changes.extra_json)
  await addRelations(db, tab, changes, patch)
  await db.updateTable('tabs').set(patch).where('id', '=', tab.id).execute()
  if (changes.active === true) await activateTab(db, tab)
}

async function addRelations(
  db: MetadataDb,
  tab: Row<'tabs'>,
  changes: TabChanges,
  patch: RowPatch<'tabs'>,
): Promise<void> {
  if (changes.database_id !== undefined) patch.database_id = await knownDatabase(db, changes.database_id)
  if (changes.saved_query_id !== undefined)
    patch.saved_query_id = await knownSavedQuery(db, changes.saved_query_id, tab.user_id)
  const latest = changes.latest_query_id
  if (latest === undefined) return
  if (latest && !(await findByClientId(db, tab.user_id, latest)))
    throw new Problem(400, 'Bad request', { envelope: 'error' })
  patch.latest_query_id = latest || null
}

async function knownDatabase(db: MetadataDb, id: number | null): Promise<number | null> {
  if (id === null) return null
  const row = await db.selectFrom('databases').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id ?? null
}

async function knownSavedQuery(db: MetadataDb, id: number | null, userId: number): Promise<number | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('saved_queries')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function activateTab(db: MetadataDb, tab: Row<'tabs'>): Promise<void> {
  await db
    .updateTable('tabs')
    .set((eb) => ({ active: eb.case().when('id', '=', tab.id).then(1).else(0).end() as never }))
    .where('user_id', '=', tab.user_id)
    .execute()
}

export async function deleteTab(db: MetadataDb, id: number): Promise<void> {
  await db.deleteFrom('tab_tables').where('tab_id', '=', id).execute()
  await db.deleteFrom('tabs').where('id', '=', id).execute()
}

/** Forgets a run; the tab's latest run falls back to the one before. */
export async function removeQueryFromTab(db: MetadataDb, tab: Row<'tabs'>, query: Row<'queries'>): Promise<void> {
  await db.deleteFrom('queries').where('id', '=', query.id).execute()
  if (tab.latest_query_id !== query.client_id) return
  const before = await db
    .selectFrom('queries')
    .select('client_id')
    .where('user_id', '=', tab.user_id)
    .where('sql_editor_id', '=', String(tab.id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  await db
    .updateTable('tabs')
    .set({ latest_query_id: before?.client_id ?? null })
    .where('id', '=', tab.id)
    .execute()
}
