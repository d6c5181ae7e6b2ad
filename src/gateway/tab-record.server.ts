import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import { dictsOf, findByClientId } from './query-store.server.ts'

/** A tab as the editor loads it (reference: sql-editor A.7). */
export async function tabDict(db: MetadataDb, tab: Row<'tabs'>) {
  const entries = await db.selectFrom('tab_tables').selectAll().where('tab_id', '=', tab.id).orderBy('id').execute()
  const latest = tab.latest_query_id === null ? undefined : await findByClientId(db, tab.user_id, tab.latest_query_id)
  const [latestDict] = latest ? await dictsOf(db, [latest]) : []
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active === 1,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    table_schemas: entries.map(tableEntryDict),
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latestDict ?? null,
    autorun: tab.autorun === 1,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar === 1,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
    extra_json: JSON.parse(tab.extra_json || '{}') as Record<string, unknown>,
    revision: tab.revision,
  }
}

const tableEntryDict = (entry: Row<'tab_tables'>) => ({
  id: entry.id,
  tab_state_id: entry.tab_id,
  database_id: entry.database_id,
  catalog: entry.catalog,
  schema: entry.schema,
  table: entry.table,
  description: entry.description === null ? null : (JSON.parse(entry.description) as Record<string, unknown>),
  expanded: entry.expanded === 1,
})
