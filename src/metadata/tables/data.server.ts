import type { Generated } from 'kysely'
import type { Flag, Instant, JsonText, Stamped } from './values.server.ts'

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
  /** The SSH tunnel to the database as JSON (gateway/tunnel-record.ts), encrypted as the address is; null for none. */
  ssh_tunnel_secret: string | null
  /** Fingerprint of the SSH server's key; null until it was seen. */
  ssh_host_key: string | null
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
  /** Made for one look at a statement; in no list until something is saved on it. */
  is_temporary: Generated<number>
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

export type OwnedKind = 'dataset' | 'chart' | 'dashboard' | 'report'

/** Owners of an object of any kind; one table so that one rule reads them. */
export interface OwnerTable {
  kind: OwnedKind
  object_id: number
  user_id: number
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
