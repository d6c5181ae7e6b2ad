import type { Kysely } from 'kysely'

/** How wide the picture of a report is, and whether its charts are asked anew for it. */
export async function reportPictures(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reports').addColumn('custom_width', 'integer').execute()
  await db.schema
    .alterTable('reports')
    .addColumn('force_screenshot', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
