import { type Kysely, sql } from 'kysely'

/** Alerts: reports that are sent only where a statement gives something to tell of. */
export async function alerts(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const integer = isPostgres ? 'bigint' : 'integer'
  const number = sql`double precision`
  const reports = () => db.schema.alterTable('reports')
  await reports()
    .addColumn('type', 'text', (column) => column.notNull().defaultTo('Report'))
    .execute()
  await reports().addColumn('database_id', integer).execute()
  await reports().addColumn('sql', 'text').execute()
  await reports().addColumn('validator_type', 'text').execute()
  await reports()
    .addColumn('validator_config_json', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await reports().addColumn('last_value', number).execute()
  await reports().addColumn('last_value_row_json', 'text').execute()
  await db.schema.alterTable('report_logs').addColumn('value', number).execute()
  await db.schema.alterTable('report_logs').addColumn('value_row_json', 'text').execute()
  await db.schema.createIndex('reports_by_database_id').on('reports').column('database_id').execute()
}
