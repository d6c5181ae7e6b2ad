import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AnnotationLayerTable, AnnotationTable, CssTemplateTable } from './tables/annotations.server.ts'
import type {
  ChartTable,
  DashboardChartTable,
  DashboardRoleTable,
  DashboardTable,
  EmbeddedTable,
  FavoriteTable,
  KeyValueTable,
  TaggedObjectTable,
  TagTable,
  VersionTable,
} from './tables/content.server.ts'
import type {
  DatabaseTable,
  DatasetColumnTable,
  DatasetMetricTable,
  DatasetTable,
  OwnerTable,
  RowRuleDatasetTable,
  RowRuleRoleTable,
  RowRuleTable,
} from './tables/data.server.ts'
import type { QueryTable, SavedQueryTable, TabTable, TabTableEntryTable } from './tables/editor.server.ts'
import type {
  ApiKeyTable,
  AuditTable,
  GroupRoleTable,
  GroupTable,
  GroupUserTable,
  LogTable,
  PairTable,
  RolePairTable,
  RoleTable,
  SessionTable,
  UserRoleTable,
  UserTable,
} from './tables/people.server.ts'
import type { ReportLogTable, ReportRecipientTable, ReportTable } from './tables/reports.server.ts'
import type { ThemeTable } from './tables/themes.server.ts'

export type { OwnedKind } from './tables/data.server.ts'
export type { Flag } from './tables/values.server.ts'

/** The metadata store, one member per SQL table. */
export interface Tables {
  users: UserTable
  roles: RoleTable
  pairs: PairTable
  role_pairs: RolePairTable
  user_roles: UserRoleTable
  groups: GroupTable
  group_users: GroupUserTable
  group_roles: GroupRoleTable
  sessions: SessionTable
  api_keys: ApiKeyTable
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
  annotation_layers: AnnotationLayerTable
  annotations: AnnotationTable
  css_templates: CssTemplateTable
  themes: ThemeTable
  reports: ReportTable
  report_recipients: ReportRecipientTable
  report_logs: ReportLogTable
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type RowPatch<T extends keyof Tables> = Updateable<Tables[T]>
