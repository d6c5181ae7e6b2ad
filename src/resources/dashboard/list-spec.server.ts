import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import type { Condition, ListSpec, RelatedQuery } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { relatedRoles, relatedUsers } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
import { tagFilters } from '../kit/tag-filters.server.ts'
import { dashboardFor } from './for-guests.ts'
import { loadDashboards } from './load.server.ts'

const PERSON = ['first_name', 'id', 'last_name']
const LIST_COLUMNS = [
  'id',
  'uuid',
  'published',
  'status',
  'slug',
  'url',
  'thumbnail_url',
  'certified_by',
  'certification_details',
  'changed_by_name',
  ...PERSON.map((field) => `changed_by.${field}`),
  'changed_on_utc',
  'changed_on_delta_humanized',
  'created_on_delta_humanized',
  ...PERSON.map((field) => `created_by.${field}`),
  'dashboard_title',
  ...PERSON.map((field) => `owners.${field}`),
  'owners.email',
  'roles.id',
  'roles.name',
  'is_managed_externally',
  'tags.id',
  'tags.name',
  'tags.type',
]
export const DASHBOARD_SHOW_COLUMNS = [
  'id',
  'uuid',
  'slug',
  'url',
  'dashboard_title',
  'published',
  'css',
  'theme',
  'description',
  'json_metadata',
  'position_json',
  'certified_by',
  'certification_details',
  'changed_by_name',
  'changed_by',
  'changed_on',
  'changed_on_delta_humanized',
  'created_by',
  'created_on_delta_humanized',
  'charts',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'roles',
  'tags',
  'is_managed_externally',
  'thumbnail_url',
]
const PERMISSIONS = [
  'can_read',
  'can_write',
  'can_export',
  'can_cache_dashboard_screenshot',
  'can_get_embedded',
  'can_set_embedded',
  'can_delete_embedded',
  'can_export_as_example',
  'can_put_filters',
  'can_put_colors',
  'can_put_chart_customizations',
]
const yesNo = (condition: ReturnType<typeof sql<SqlBool>>, value: unknown) =>
  value === true ? condition : sql<SqlBool>`not ${condition}`
const numbers = (value: unknown) => (Array.isArray(value) ? value : [value]).map(Number)
const exists = (table: string, kind: string, users: readonly (number | null)[]) =>
  sql<SqlBool>`exists (select 1 from ${sql.table(table)} where kind = ${kind} and object_id = dashboards.id and user_id in (${sql.join([...users])}))`

const CUSTOM: Readonly<Record<string, Condition<'dashboards'>>> = {
  'dashboard_title/title_or_slug': (_eb, value) => anyHolds(['dashboards.dashboard_title', 'dashboards.slug'], value),
  'id/dashboard_is_favorite': (_eb, value, caller) => yesNo(exists('favorites', 'dashboard', [caller.userId]), value),
  'id/dashboard_is_certified': (_eb, value) =>
    yesNo(sql<SqlBool>`(dashboards.certified_by is not null and dashboards.certified_by <> '')`, value),
  'created_by/dashboard_has_created_by': (_eb, value) => yesNo(sql<SqlBool>`dashboards.created_by is not null`, value),
  'created_by/dashboard_created_by_me': (_eb, _value, caller) => sql<SqlBool>`dashboards.created_by = ${caller.userId}`,
  'owners/rel_m_m': (_eb, value) => exists('owners', 'dashboard', numbers(value)),
  'roles/rel_m_m': (_eb, value) =>
    sql<SqlBool>`exists (select 1 from dashboard_roles where dashboard_id = dashboards.id and role_id in (${sql.join(numbers(value))}))`,
  ...tagFilters('dashboards'),
}

const FORM = [
  ...['certified_by', 'certification_details', 'dashboard_title', 'slug'].map((name) => formColumn(name)),
  ...['owners', 'roles'].map((name) => formColumn(name, { type: 'List' })),
  ...['position_json', 'css'].map((name) => formColumn(name)),
  formColumn('theme_id', { type: 'Integer' }),
  formColumn('json_metadata'),
  formColumn('published', { type: 'Boolean' }),
]

/** How dashboards are listed. */
export function dashboardList(services: Services): ListSpec<'dashboards'> {
  const people = (withEmail: boolean) => (q: RelatedQuery) => relatedUsers(services.db, q, withEmail)
  return {
    table: 'dashboards',
    title: 'Dashboard',
    view: 'Dashboard',
    permissions: PERMISSIONS,
    visible: (query, caller) => query.where(visibleDashboards(caller)),
    load: async (ids, caller) =>
      (await loadDashboards(services, ids, caller)).map((record) => ({ ...dashboardFor(caller, record) })),
    listColumns: LIST_COLUMNS,
    showColumns: DASHBOARD_SHOW_COLUMNS,
    addColumns: FORM,
    orders: {
      'changed_by.first_name': 'dashboards.changed_by',
      changed_on_delta_humanized: 'dashboards.changed_on',
      'created_by.first_name': 'dashboards.created_by',
      dashboard_title: 'dashboards.dashboard_title',
      published: 'dashboards.published',
      changed_on: 'dashboards.changed_on',
    } as ListSpec<'dashboards'>['orders'],
    defaultOrder: ['changed_on_delta_humanized', 'desc'],
    filters: {
      id: { type: 'number' },
      uuid: { type: 'text' },
      slug: { type: 'text' },
      dashboard_title: { type: 'text' },
      published: { type: 'flag' },
      changed_by: { type: 'relation' },
      created_by: { type: 'relation' },
    },
    custom: CUSTOM,
    related: {
      owners: people(true),
      created_by: people(false),
      changed_by: people(false),
      roles: (q) => relatedRoles(services.db, q),
    },
  }
}
