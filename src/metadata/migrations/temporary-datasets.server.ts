import { type Kysely, sql } from 'kysely'

/** Datasets that are for one look at a statement only. */
export async function temporaryDatasets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('datasets')
    .addColumn('is_temporary', 'integer', (column) => column.notNull().defaultTo(sql`0`))
    .execute()
}
