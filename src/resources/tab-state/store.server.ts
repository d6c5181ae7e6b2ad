import type { z } from 'zod'
import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Flag, Row } from '../../metadata/tables.server.ts'
import { moveEarlier } from './earlier.server.ts'
import type { ClientTab } from './fields.ts'

const DEFAULT_SQL = 'SELECT ...'
const TAB_VERSION = 1

export const flag = (value: boolean | null | undefined): Flag => (value ? 1 : 0)

type SentTab = z.output<typeof ClientTab>

/** Keeps a tab, once under each key of its browser; it becomes the only active one of its user. */
export async function insertTab({ db, now }: Services, tab: SentTab, userId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx.updateTable('tabs').set({ active: 0 }).where('user_id', '=', userId).execute()
    const inserted = await trx
      .insertInto('tabs')
      .values({
        ...shownValues(tab),
        ...ownValues(tab),
        user_id: userId,
        database_id: await knownDatabase(trx, tab.dbId ?? null),
        saved_query_id: await knownSavedQuery(trx, tab.remoteId ?? null, userId),
        created_on: now().toISOString(),
        changed_on: now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'client_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) return knownTab(trx, tab.sightline_key ?? '', userId)
    if (tab.sightline_former) await moveEarlier(trx, tab.sightline_former, inserted.id, userId)
    return inserted.id
  })
}

const shownValues = (tab: SentTab) => ({
  label: (tab.name ?? tab.title ?? 'Untitled Query').slice(0, 256),
  active: 1 as const,
  catalog: tab.catalog ?? null,
  schema: tab.schema ?? null,
  sql: tab.sql ?? DEFAULT_SQL,
  query_limit: tab.queryLimit ?? null,
  latest_query_id: null,
  autorun: flag(tab.autorun),
  template_params: tab.templateParams ?? null,
  hide_left_bar: flag(tab.hideLeftBar),
})

const ownValues = ({ updatedAt, sightline_place: place, sightline_key: key }: SentTab) => ({
  extra_json: updatedAt ? JSON.stringify({ updatedAt, version: TAB_VERSION }) : '{}',
  written_by: place ?? '',
  client_key: key ?? null,
})

/** The tab that an earlier request with the same key has made; the answer to that one was lost. */
async function knownTab(db: MetadataDb, key: string, userId: number): Promise<number> {
  const tab = await db
    .selectFrom('tabs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_key', '=', key)
    .executeTakeFirstOrThrow()
  await activateTab(db, tab)
  return tab.id
}
/** A database that is there, or null. */
export async function knownDatabase(db: MetadataDb, id: number | null): Promise<number | null> {
  if (id === null) return null
  const row = await db.selectFrom('databases').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id ?? null
}

/** A saved query of the user, or null. */
export async function knownSavedQuery(db: MetadataDb, id: number | null, userId: number): Promise<number | null> {
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
