import { type Kysely, sql } from 'kysely'

/** Which text of a tab a browser has seen, who wrote it, and under which name a browser made the tab. */
export async function tabHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tabs')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(sql`0`))
    .execute()
  await db.schema
    .alterTable('tabs')
    .addColumn('written_by', 'text', (column) => column.notNull().defaultTo(sql`''`))
    .execute()
  await db.schema.alterTable('tabs').addColumn('client_key', 'text').execute()
  await db.schema.createIndex('tabs_by_client_key').on('tabs').columns(['user_id', 'client_key']).unique().execute()
}
