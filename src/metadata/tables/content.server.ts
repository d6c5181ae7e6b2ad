import type { Generated } from 'kysely'
import type { Flag, Instant, JsonText, Stamped } from './values.server.ts'

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
