type Pair = readonly [permission: string, view: string]

const each = (permissions: readonly string[], views: readonly string[]): Pair[] =>
  views.flatMap((view) => permissions.map((permission): Pair => [permission, view]))

const READ = ['can_read'] as const
const READ_WRITE = ['can_read', 'can_write'] as const

/** What everybody who signs in may do with themselves. */
const SELF: readonly Pair[] = [
  ['can_list', 'AsyncEventsRestApi'],
  ['can_get', 'MenuApi'],
  ['can_userinfo', 'UserDBModelView'],
  ['resetmypassword', 'UserDBModelView'],
  ['can_recent_activity', 'Log'],
  ['can_log', 'Superset'],
  ['can_get', 'OpenApi'],
  ['can_show', 'SwaggerView'],
  ['can_time_range', 'Api'],
  ['can_query', 'Api'],
  ['can_query_form_data', 'Api'],
  ['can_read', 'AvailableDomains'],
  ['can_read', 'AdvancedDataType'],
  ['can_read', 'ApiKey'],
  ['can_write', 'ApiKey'],
]

const GAMMA: readonly Pair[] = [
  ...SELF,
  ...each([...READ_WRITE, 'can_export'], ['Dashboard', 'Chart']),
  ...each(['can_warm_up_cache', 'can_get_embedded', 'can_cache_dashboard_screenshot'], ['Dashboard']),
  ...each(['can_export_as_example'], ['Dashboard']),
  ...each(['can_view_chart_as_table', 'can_view_query', 'can_drill', 'can_tag'], ['Dashboard']),
  ...each(['can_tag'], ['Chart']),
  ...each([...READ, 'can_export', 'can_drill_info'], ['Dataset']),
  ...each(
    [
      'can_explore',
      'can_explore_json',
      'can_csv',
      'can_share_chart',
      'can_share_dashboard',
      'can_dashboard',
      'can_dashboard_permalink',
      'can_slice',
      'can_fetch_datasource_metadata',
      'can_read',
    ],
    ['Superset'],
  ),
  ...each(
    [
      'can_samples',
      'can_get',
      'can_external_metadata',
      'can_external_metadata_by_name',
      'can_get_column_values',
      'can_validate_expression',
    ],
    ['Datasource'],
  ),
  ...each(READ, ['Database', 'Explore', 'EmbeddedDashboard', 'CssTemplate', 'Theme']),
  ...each(READ_WRITE, [
    'ExplorePermalinkRestApi',
    'DashboardPermalinkRestApi',
    'ExploreFormDataRestApi',
    'DashboardFilterStateRestApi',
    'Tag',
  ]),
  ...each(['can_list', 'can_bulk_create'], ['Tag', 'Tags']),
  ['can_use', 'Mcp'],
  ...each(
    ['menu_access'],
    ['Home', 'Dashboards', 'Charts', 'Datasets', 'Data', 'Databases', 'Plugins', 'Import Dashboards', 'Themes', 'Tags'],
  ),
]

const ALPHA: readonly Pair[] = [
  ...GAMMA,
  ...each(['can_write', 'can_get_or_create_dataset', 'can_duplicate', 'can_warm_up_cache', 'can_refresh'], ['Dataset']),
  ...each(['can_save'], ['Datasource']),
  ...each(['can_upload'], ['Database']),
  ...each(READ_WRITE, ['ReportSchedule', 'CssTemplate', 'Annotation']),
  ...each(['can_write', 'can_export'], ['Theme']),
  ...each(['menu_access'], ['Alerts & Report', 'Manage', 'Annotation Layers', 'CSS Templates']),
  ['all_datasource_access', 'all_datasource_access'],
  ['all_database_access', 'all_database_access'],
]

const SQL_LAB: readonly Pair[] = [
  ...SELF,
  ['can_read', 'Database'],
  ['can_csv', 'Superset'],
  ['can_read', 'Superset'],
  ...each([...READ_WRITE, 'can_export'], ['SavedQuery']),
  ...each(READ, ['Query']),
  ...each(['can_export_csv'], ['Query', 'SQLLab']),
  ...each(
    ['can_execute_sql_query', 'can_estimate_query_cost', 'can_get_results', 'can_read', 'can_format_sql'],
    ['SQLLab'],
  ),
  ...each(['can_my_queries'], ['SqlLab']),
  ...each(
    ['can_get', 'can_post', 'can_put', 'can_delete', 'can_activate', 'can_migrate_query', 'can_delete_query'],
    ['TabStateView'],
  ),
  ...each(['can_post', 'can_expanded', 'can_delete'], ['TableSchemaView']),
  ...each(READ_WRITE, ['SqlLabPermalinkRestApi']),
  ...each(['can_get_value', 'can_store'], ['KV']),
  ...each(['menu_access'], ['SQL Lab', 'SQL Editor', 'Saved Queries', 'Query Search']),
]

/** Pairs that no role but Admin holds; listed so that they can be given to roles of one's own. */
const ADMIN_ONLY: readonly Pair[] = [
  ['all_query_access', 'all_query_access'],
  ...each(['can_write', 'can_test_connection', 'can_export', 'can_validate_sql'], ['Database']),
  ...each(['can_grant_guest_token', 'can_read'], ['SecurityRestApi']),
  ...each(['can_set_embedded', 'can_delete_embedded'], ['Dashboard']),
  ...each(['can_warm_up_cache'], ['Chart', 'Superset']),
  ...each(['can_invalidate'], ['CacheRestApi']),
  ...each(['can_import', 'can_export'], ['ImportExportRestApi']),
  ...each(['can_set_system'], ['Theme']),
  ...each([...READ_WRITE, 'can_update_role', 'list_roles', 'update_roles_users'], ['Role']),
  ...each(READ_WRITE, ['Group', 'Permission', 'PermissionViewMenu', 'ViewMenu', 'UserRegistrationsRestAPI']),
  ...each(READ_WRITE, ['User']),
  ...each([...READ_WRITE, 'can_export'], ['RowLevelSecurity', 'Log', 'Security']),
  ...each(['can_this_form_get', 'can_this_form_post'], ['ResetPasswordView']),
  ...each(['menu_access'], ['Security', 'List Users', 'List Roles', 'List Groups', 'Row Level Security', 'Action Log']),
]

/** What guests of embedded dashboards may do, on the few routes that are open to them; data comes with the token alone. */
const GUEST: readonly Pair[] = [
  ...each(READ, ['Dashboard', 'Chart', 'Dataset', 'EmbeddedDashboard']),
  ...each(READ_WRITE, ['DashboardPermalinkRestApi']),
  ['can_csv', 'Superset'],
  ['can_log', 'Superset'],
  ['can_list', 'AsyncEventsRestApi'],
  ['can_time_range', 'Api'],
]

/** Every built-in role with its pairs (reference: reliability-security B5). A change here is a change of rights. */
export const ROLES: Readonly<Record<string, readonly Pair[]>> = {
  Admin: [...ALPHA, ...SQL_LAB, ...ADMIN_ONLY],
  Public: [],
  Alpha: ALPHA,
  Gamma: GAMMA,
  sql_lab: SQL_LAB,
  Guest: GUEST,
}
