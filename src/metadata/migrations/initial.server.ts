import type { Kysely } from 'kysely'
import { createIndexes, createTable } from './columns.server.ts'
import { CONTENT } from './initial/content.server.ts'
import { DATA } from './initial/data.server.ts'
import { EDITOR } from './initial/editor.server.ts'
import { PEOPLE } from './initial/people.server.ts'

/** The first schema. */
export async function initial(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const [name, columns, keys] of [...PEOPLE, ...DATA, ...CONTENT, ...EDITOR])
    await createTable(db, isPostgres, name, columns, keys)
  await createIndexes(db, {
    user_roles: [['role_id']],
    sessions: [['user_id'], ['expires_on']],
    datasets: [['database_id', 'table_name']],
    owners: [['user_id', 'kind']],
    charts: [['datasource_id'], ['changed_on']],
    dashboards: [['changed_on']],
    dashboard_charts: [['chart_id']],
    favorites: [['user_id', 'kind']],
    saved_queries: [['user_id']],
    queries: [['user_id', 'changed_on'], ['results_key'], ['status']],
    tabs: [['user_id']],
    tab_tables: [['tab_id']],
    key_values: [['expires_on']],
    logs: [['user_id', 'dttm']],
    tagged_objects: [['object_type', 'object_id']],
  })
}
