import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Condition, ListSpec } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { relatedUsers } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
import { tagFilters } from '../kit/tag-filters.server.ts'
import { loadCharts } from './load.server.ts'

const PERSON = ['first_name', 'id', 'last_name']
const LIST_COLUMNS = [
  'is_managed_externally',
  'certified_by',
  'certification_details',
  'cache_timeout',
  ...PERSON.map((field) => `changed_by.${field}`),
  'changed_by_name',
  'changed_on_delta_humanized',
  'changed_on_dttm',
  'changed_on_utc',
  ...PERSON.map((field) => `created_by.${field}`),
  'created_by_name',
  'created_on_delta_humanized',
  'dashboards.dashboard_title',
  'dashboards.id',
  'datasource_id',
  'datasource_name_text',
  'datasource_type',
  'datasource_url',
  'description',
  'description_markeddown',
  'edit_url',
  'form_data',
  'id',
  'last_saved_at',
  ...PERSON.map((field) => `last_saved_by.${field}`),
  'owners.email',
  ...PERSON.map((field) => `owners.${field}`),
  'params',
  'slice_name',
  'slice_url',
  'table.default_endpoint',
  'table.table_name',
  'tags.id',
  'tags.name',
  'tags.type',
  'thumbnail_url',
  'url',
  'uuid',
  'viz_type',
]
export const CHART_SHOW_COLUMNS = [
  'cache_timeout',
  'certification_details',
  'certified_by',
  'changed_on_delta_humanized',
  'dashboards',
  'datasource_id',
  'datasource_name_text',
  'datasource_type',
  'datasource_url',
  'datasource_uuid',
  'description',
  'id',
  'is_managed_externally',
  'owners',
  'params',
  'query_context',
  'slice_name',
  'tags',
  'thumbnail_url',
  'url',
  'uuid',
  'viz_type',
]
const PERMISSIONS = ['can_read', 'can_write', 'can_export', 'can_warm_up_cache']

const DATASET_NAME = sql`(select table_name from datasets where datasets.id = charts.datasource_id)`
const allText: Condition<'charts'> = (_eb, value) =>
  anyHolds(['charts.slice_name', 'charts.description', 'charts.viz_type', DATASET_NAME], value)
const yesNo = (condition: ReturnType<typeof sql<SqlBool>>, value: unknown) =>
  value === true ? condition : sql<SqlBool>`not ${condition}`
const starred = (userId: number | null) =>
  sql<SqlBool>`exists (select 1 from favorites where kind = 'chart' and object_id = charts.id and user_id = ${userId})`
const ownedBy = (userId: unknown) =>
  sql<SqlBool>`exists (select 1 from owners where kind = 'chart' and object_id = charts.id and user_id = ${userId})`
const numbers = (value: unknown) => (Array.isArray(value) ? value : [value]).map(Number)

const CUSTOM: Readonly<Record<string, Condition<'charts'>>> = {
  'slice_name/chart_all_text': allText,
  'id/chart_is_favorite': (_eb, value, caller) => yesNo(starred(caller.userId), value),
  'id/chart_is_certified': (_eb, value) =>
    yesNo(sql<SqlBool>`(charts.certified_by is not null and charts.certified_by <> '')`, value),
  'id/chart_owned_created_favored_by_me': (_eb, _value, caller) =>
    sql<SqlBool>`(charts.created_by = ${caller.userId} or ${ownedBy(caller.userId)} or ${starred(caller.userId)})`,
  'created_by/chart_has_created_by': (_eb, value) => yesNo(sql<SqlBool>`charts.created_by is not null`, value),
  'created_by/chart_created_by_me': (_eb, _value, caller) => sql<SqlBool>`charts.created_by = ${caller.userId}`,
  'owners/rel_m_m': (_eb, value) =>
    sql<SqlBool>`exists (select 1 from owners where kind = 'chart' and object_id = charts.id and user_id in (${sql.join(numbers(value))}))`,
  'dashboards/rel_m_m': (_eb, value) =>
    sql<SqlBool>`exists (select 1 from dashboard_charts where chart_id = charts.id and dashboard_id in (${sql.join(numbers(value))}))`,
  ...tagFilters('charts'),
}

/** How charts are listed. */
export function chartList(services: Services): ListSpec<'charts'> {
  const people = (withEmail: boolean) => (q: Parameters<typeof relatedUsers>[1]) =>
    relatedUsers(services.db, q, withEmail)
  return {
    table: 'charts',
    title: 'Slice',
    view: 'Chart',
    permissions: PERMISSIONS,
    visible: (query, caller) => query.where(visibleCharts(caller)),
    load: (ids, caller) => loadCharts(services, ids, caller),
    listColumns: LIST_COLUMNS,
    showColumns: CHART_SHOW_COLUMNS,
    addColumns: [formColumn('slice_name', { required: true })],
    editColumns: [formColumn('slice_name')],
    orders: {
      'changed_by.first_name': 'charts.changed_by',
      changed_on_delta_humanized: 'charts.changed_on',
      datasource_id: 'charts.datasource_id',
      datasource_name: DATASET_NAME,
      last_saved_at: 'charts.last_saved_at',
      'last_saved_by.id': 'charts.last_saved_by',
      'last_saved_by.first_name': 'charts.last_saved_by',
      'last_saved_by.last_name': 'charts.last_saved_by',
      slice_name: 'charts.slice_name',
      viz_type: 'charts.viz_type',
    } as ListSpec<'charts'>['orders'],
    defaultOrder: ['changed_on_delta_humanized', 'desc'],
    filters: {
      id: { type: 'number' },
      uuid: { type: 'text' },
      slice_name: { type: 'text' },
      viz_type: { type: 'text' },
      description: { type: 'text' },
      datasource_id: { type: 'number' },
      datasource_type: { type: 'text' },
      datasource_name: { type: 'text', column: DATASET_NAME },
      certified_by: { type: 'text' },
      changed_by: { type: 'relation' },
      created_by: { type: 'relation' },
      last_saved_at: { type: 'time' },
      last_saved_by: { type: 'relation' },
    },
    custom: CUSTOM,
    related: { owners: people(true), created_by: people(false), changed_by: people(false) },
  }
}
