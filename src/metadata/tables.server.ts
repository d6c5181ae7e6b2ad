import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

/** 0 or 1: SQLite and PostgreSQL keep flags as integers, so both give the same value. */
export type Flag = 0 | 1
/** An instant as ISO text in UTC with milliseconds, so that text order is time order. */
export type Instant = string
/** JSON as text; the owner of the column parses it. */
export type JsonText = string

interface Stamped {
  created_on: Instant
  changed_on: Instant
  created_by: number | null
  changed_by: number | null
}

export interface UserTable {
  id: Generated<number>
  username: string
  first_name: string
  last_name: string
  email: string
  password_hash: string | null
  is_active: Flag
  created_on: Instant
  changed_on: Instant
  last_login: Instant | null
  login_count: Generated<number>
  fail_login_count: Generated<number>
  /** JSON of the person's own settings: theme, language, time zone. */
  settings: Generated<JsonText>
}
export interface RoleTable {
  id: Generated<number>
  name: string
}
export interface RolePairTable {
  role_id: number
  pair_id: number
}
export interface PairTable {
  id: Generated<number>
  permission: string
  view: string
}
export interface UserRoleTable {
  user_id: number
  role_id: number
}
export interface SessionTable {
  /** SHA-256 of the cookie's value. */
  id_hash: string
  user_id: number | null
  created_on: Instant
  seen_on: Instant
  expires_on: Instant
  ip: string
  agent: string
}
export interface DatabaseTable extends Stamped {
  id: Generated<number>
  uuid: string
  database_name: string
  /** An id of engines/engines.ts. */
  engine: string
  /** The address with the secret parts masked. */
  uri_masked: string
  /** The whole address, encrypted with the server's key. */
  uri_secret: string
  extra: JsonText
  encrypted_extra: string | null
  cache_timeout: number | null
  expose_in_sqllab: Flag
  allow_run_async: Flag
  allow_ctas: Flag
  allow_cvas: Flag
  allow_dml: Flag
  allow_file_upload: Flag
  allow_multi_catalog: Flag
  force_ctas_schema: string | null
  impersonate_user: Flag
  configuration_method: string
  server_cert: string | null
  is_managed_externally: Flag
  external_url: string | null
}
export interface DatasetTable extends Stamped {
  id: Generated<number>
  uuid: string
  database_id: number
  catalog: string | null
  schema: string | null
  table_name: string
  sql: string | null
  description: string | null
  main_dttm_col: string | null
  default_endpoint: string | null
  offset: Generated<number>
  cache_timeout: number | null
  params: JsonText | null
  template_params: JsonText | null
  extra: JsonText | null
  fetch_values_predicate: string | null
  filter_select_enabled: Flag
  is_sqllab_view: Flag
  normalize_columns: Flag
  always_filter_main_dttm: Flag
  is_managed_externally: Flag
  external_url: string | null
  currency_code_column: string | null
  folders: JsonText | null
}
export interface DatasetColumnTable {
  id: Generated<number>
  uuid: string
  dataset_id: number
  column_name: string
  verbose_name: string | null
  description: string | null
  expression: string | null
  type: string | null
  type_generic: number | null
  advanced_data_type: string | null
  is_dttm: Flag
  is_active: Flag
  groupby: Flag
  filterable: Flag
  python_date_format: string | null
  datetime_format: string | null
  extra: JsonText | null
  created_on: Instant
  changed_on: Instant
}
export interface DatasetMetricTable {
  id: Generated<number>
  uuid: string
  dataset_id: number
  metric_name: string
  verbose_name: string | null
  metric_type: string | null
  expression: string
  description: string | null
  d3format: string | null
  currency: JsonText | null
  warning_text: string | null
  extra: JsonText | null
  created_on: Instant
  changed_on: Instant
}
/** Owners of an object of any kind; one table so that one rule reads them. */
export interface OwnerTable {
  kind: OwnedKind
  object_id: number
  user_id: number
}
export type OwnedKind = 'dataset' | 'chart' | 'dashboard' | 'report'
export interface ChartTable extends Stamped {
  id: Generated<number>
  uuid: string
  slice_name: string | null
  viz_type: string | null
  params: JsonText | null
  query_context: JsonText | null
  datasource_id: number | null
  datasource_type: string | null
  description: string | null
  cache_timeout: number | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: Flag
  external_url: string | null
  last_saved_at: Instant | null
  last_saved_by: number | null
}
export interface DashboardTable extends Stamped {
  id: Generated<number>
  uuid: string
  slug: string | null
  dashboard_title: string | null
  position_json: JsonText | null
  json_metadata: JsonText | null
  css: string | null
  description: string | null
  published: Flag
  certified_by: string | null
  certification_details: string | null
  theme_id: number | null
  is_managed_externally: Flag
  external_url: string | null
}
export interface DashboardChartTable {
  dashboard_id: number
  chart_id: number
}
export interface DashboardRoleTable {
  dashboard_id: number
  role_id: number
}
export interface EmbeddedTable {
  uuid: string
  dashboard_id: number
  allowed_domains: JsonText
  changed_on: Instant
  changed_by: number | null
}
export interface FavoriteTable {
  kind: 'chart' | 'dashboard' | 'saved_query' | 'tag'
  object_id: number
  user_id: number
  created_on: Instant
}
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
/** Short-lived and shared values: permalinks, form data, filter state, the editor's shared texts. */
export interface KeyValueTable {
  id: Generated<number>
  key: string
  kind: string
  value: JsonText
  user_id: number | null
  created_on: Instant
  expires_on: Instant | null
}
/** Every saved state of an object, from the first day. */
export interface VersionTable {
  id: Generated<number>
  kind: string
  object_id: number
  number: number
  body: JsonText
  user_id: number | null
  created_on: Instant
}
export interface LogTable {
  id: Generated<number>
  user_id: number | null
  action: string
  dttm: Instant
  dashboard_id: number | null
  slice_id: number | null
  json: JsonText
  duration_ms: number | null
  referrer: string | null
}
/** Append-only: each row's hash covers the row before it. */
export interface AuditTable {
  id: Generated<number>
  at: Instant
  actor: string
  action: string
  object: string
  outcome: string
  ip: string
  request_id: string
  detail: JsonText
  hash: string
}
export interface RowRuleTable extends Stamped {
  id: Generated<number>
  name: string
  description: string | null
  filter_type: 'Regular' | 'Base'
  group_key: string | null
  clause: string
}
export interface RowRuleRoleTable {
  rule_id: number
  role_id: number
}
export interface RowRuleDatasetTable {
  rule_id: number
  dataset_id: number
}
export interface TagTable extends Stamped {
  id: Generated<number>
  name: string
  type: number
  description: string | null
}
export interface TaggedObjectTable {
  tag_id: number
  object_type: string
  object_id: number
}

/** The metadata store, one member per SQL table. */
export interface Tables {
  users: UserTable
  roles: RoleTable
  pairs: PairTable
  role_pairs: RolePairTable
  user_roles: UserRoleTable
  sessions: SessionTable
  databases: DatabaseTable
  datasets: DatasetTable
  dataset_columns: DatasetColumnTable
  dataset_metrics: DatasetMetricTable
  owners: OwnerTable
  charts: ChartTable
  dashboards: DashboardTable
  dashboard_charts: DashboardChartTable
  dashboard_roles: DashboardRoleTable
  embedded: EmbeddedTable
  favorites: FavoriteTable
  saved_queries: SavedQueryTable
  queries: QueryTable
  tabs: TabTable
  tab_tables: TabTableEntryTable
  key_values: KeyValueTable
  versions: VersionTable
  logs: LogTable
  audit: AuditTable
  row_rules: RowRuleTable
  row_rule_roles: RowRuleRoleTable
  row_rule_datasets: RowRuleDatasetTable
  tags: TagTable
  tagged_objects: TaggedObjectTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowPatch<T extends keyof Tables> = Updateable<Tables[T]>
