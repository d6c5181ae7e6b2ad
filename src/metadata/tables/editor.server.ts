import type { Generated } from 'kysely'
import type { Flag, Instant, JsonText, Stamped } from './values.server.ts'

export interface SavedQueryTable extends Stamped {
  id: Generated<number>
  uuid: string
  user_id: number
  db_id: number | null
  catalog: string | null
  schema: string | null
  label: string | null
  description: string | null
  sql: string | null
  template_parameters: string | null
  extra_json: JsonText
  rows: number | null
  last_run: Instant | null
}

export interface QueryTable {
  id: Generated<number>
  client_id: string
  user_id: number
  database_id: number
  catalog: string | null
  schema: string | null
  sql_editor_id: string | null
  tab_name: string | null
  sql: string
  select_sql: string | null
  executed_sql: string | null
  limit: number | null
  limiting_factor: string
  select_as_cta: Flag
  select_as_cta_used: Flag
  ctas_method: string | null
  tmp_schema_name: string | null
  tmp_table_name: string | null
  status: string
  progress: number
  rows: number | null
  error_message: string | null
  results_key: string | null
  tracking_url: string | null
  extra: JsonText
  /** Tables read, from the parser: JSON list of {catalog, schema, table}. */
  sql_tables: JsonText
  start_time: number
  start_running_time: number | null
  end_time: number | null
  end_result_backend_time: number | null
  changed_on: Instant
  /** Which server process runs it, and until when that is believed without a sign of life. */
  lease_owner: string | null
  lease_until: Instant | null
}

export interface TabTable {
  id: Generated<number>
  user_id: number
  label: string
  active: Flag
  database_id: number | null
  catalog: string | null
  schema: string | null
  sql: string
  query_limit: number | null
  latest_query_id: string | null
  autorun: Flag
  template_params: string | null
  hide_left_bar: Flag
  saved_query_id: number | null
  extra_json: JsonText
  created_on: Instant
  changed_on: Instant
  /** Counts the changes of the text. */
  revision: Generated<number>
  /** The page that wrote the text, empty for a client that does not name itself. */
  written_by: Generated<string>
  /** What the browser that made the tab calls it: made twice, it is one. */
  client_key: string | null
}

export interface TabTableEntryTable {
  id: Generated<number>
  tab_id: number
  database_id: number
  catalog: string | null
  schema: string | null
  table: string
  description: JsonText | null
  expanded: Flag
}
