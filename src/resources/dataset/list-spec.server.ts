import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { isVirtual } from '../../metadata/datasets.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'
import { readableDatasets } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { choicesOf, distinctChoices } from '../kit/choices.server.ts'
import type { ListSpec, RelatedQuery } from '../kit/list.server.ts'
import { CONTAINS } from '../kit/operators.server.ts'
import { ownersOf, peopleById, relatedAuthors, relatedUsers } from '../kit/people.server.ts'
import { formColumn, humanized, wireInstant } from '../kit/project.ts'

const LIST_COLUMNS = [
  'id',
  'uuid',
  'database.id',
  'database.database_name',
  'database.uuid',
  'changed_by_name',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_by.id',
  'changed_on_utc',
  'changed_on_delta_humanized',
  'default_endpoint',
  'description',
  'datasource_type',
  'explore_url',
  'extra',
  'kind',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'catalog',
  'schema',
  'sql',
  'table_name',
] as const

const SHOW_COLUMNS = [
  'id',
  'uid',
  'uuid',
  'always_filter_main_dttm',
  'cache_timeout',
  'catalog',
  'changed_by',
  'changed_on',
  'changed_on_humanized',
  'column_formats',
  'columns',
  'created_by',
  'created_on',
  'created_on_humanized',
  'currency_code_column',
  'currency_formats',
  'database.id',
  'database.database_name',
  'database.backend',
  'database.uuid',
  'database.allow_multi_catalog',
  'datasource_name',
  'datasource_type',
  'default_endpoint',
  'description',
  'extra',
  'fetch_values_predicate',
  'filter_select_enabled',
  'folders',
  'granularity_sqla',
  'is_managed_externally',
  'is_sqllab_view',
  'kind',
  'main_dttm_col',
  'metrics',
  'name',
  'normalize_columns',
  'offset',
  'order_by_choices',
  'owners',
  'rendered_sql',
  'schema',
  'select_star',
  'sql',
  'table_name',
  'template_params',
  'time_grain_sqla',
  'url',
  'verbose_map',
] as const

const CUSTOM: NonNullable<ListSpec<'datasets'>['custom']> = {
  'sql/dataset_is_null_or_empty': (_eb, value) =>
    value === false || value === 'false'
      ? sql<SqlBool>`coalesce(datasets.sql, '') <> ''`
      : sql<SqlBool>`coalesce(datasets.sql, '') = ''`,
  'id/dataset_is_certified': (_eb, value) => {
    const certified = sql<SqlBool>`coalesce(datasets.extra, '') like '%"certification"%'`
    return value === true ? certified : sql<SqlBool>`not ${certified}`
  },
  'owners/rel_m_m': (_eb, value) =>
    sql<SqlBool>`exists (select 1 from owners where kind = 'dataset' and object_id = datasets.id and user_id in (${sql.join((Array.isArray(value) ? value : [value]).map(Number))}))`,
  'table_name/all_text': (_eb, value) => CONTAINS(sql.ref('datasets.table_name'), value),
}

/** How datasets are listed. */
export function datasetList(services: Services): ListSpec<'datasets'> {
  return {
    table: 'datasets',
    title: 'Sqla Table',
    view: 'Dataset',
    permissions: [
      'can_read',
      'can_write',
      'can_duplicate',
      'can_export',
      'can_warm_up_cache',
      'can_get_or_create_dataset',
      'can_get_drill_info',
    ],
    visible: (query, caller) => query.where(readableDatasets(caller)).where(listedDatasets),
    load: (ids) => loadForList(services, ids),
    listColumns: LIST_COLUMNS,
    showColumns: SHOW_COLUMNS,
    orders: {
      table_name: 'datasets.table_name',
      catalog: 'datasets.catalog',
      schema: 'datasets.schema',
      'changed_by.first_name': 'datasets.changed_by',
      changed_on_delta_humanized: 'datasets.changed_on',
      'database.database_name': sql`(select database_name from databases where databases.id = datasets.database_id)`,
    } as ListSpec<'datasets'>['orders'],
    defaultOrder: ['changed_on_delta_humanized', 'desc'],
    filters: {
      id: { type: 'number' },
      uuid: { type: 'text' },
      catalog: { type: 'text' },
      schema: { type: 'text' },
      table_name: { type: 'text' },
      sql: { type: 'text' },
      database: { type: 'relation', column: 'database_id' },
      changed_by: { type: 'relation' },
      created_by: { type: 'relation' },
    },
    custom: CUSTOM,
    related: {
      database: (q) => choicesOf(services.db, { table: 'databases', text: 'database_name', order: 'text' }, q),
      owners: (q) => relatedUsers(services.db, q, true),
      ...relatedAuthors(services),
    },
    distinct: {
      schema: (q, caller) => distinctOf(services, 'schema', q, caller),
      catalog: (q, caller) => distinctOf(services, 'catalog', q, caller),
    },
    addColumns: FIELDS.slice(0, 6).map(({ name, type }) => ({
      ...formColumn(name, { type, required: name === 'database' || name === 'table_name' }),
      validate: [],
    })),
    editColumns: FIELDS.map(({ name, type }) => ({ ...formColumn(name, { type }), validate: [] })),
  }
}

const FIELDS = [
  { name: 'database', type: 'Integer' },
  { name: 'catalog', type: 'String' },
  { name: 'schema', type: 'String' },
  { name: 'table_name', type: 'String' },
  { name: 'sql', type: 'String' },
  { name: 'owners', type: 'List' },
  { name: 'filter_select_enabled', type: 'Boolean' },
  { name: 'fetch_values_predicate', type: 'String' },
  { name: 'description', type: 'String' },
  { name: 'main_dttm_col', type: 'String' },
  { name: 'currency_code_column', type: 'String' },
  { name: 'normalize_columns', type: 'Boolean' },
  { name: 'always_filter_main_dttm', type: 'Boolean' },
  { name: 'offset', type: 'Integer' },
  { name: 'default_endpoint', type: 'String' },
  { name: 'cache_timeout', type: 'Integer' },
  { name: 'is_sqllab_view', type: 'Boolean' },
  { name: 'template_params', type: 'String' },
  { name: 'columns', type: 'List' },
  { name: 'metrics', type: 'List' },
  { name: 'extra', type: 'String' },
]

async function loadForList({ db, now }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .selectAll('datasets')
    .select(['databases.database_name', 'databases.uuid as database_uuid'])
    .where('datasets.id', 'in', [...ids])
    .execute()
  const owners = await ownersOf(db, 'dataset', ids)
  const people = await peopleById(
    db,
    rows.map((row) => row.changed_by),
  )
  return rows.map((row) => {
    const changedBy = row.changed_by === null ? null : (people.get(row.changed_by) ?? null)
    return {
      id: row.id,
      uuid: row.uuid,
      database: { id: row.database_id, database_name: row.database_name, uuid: row.database_uuid },
      changed_by: changedBy,
      changed_by_name: changedBy ? `${changedBy.first_name} ${changedBy.last_name}` : '',
      changed_on_utc: row.changed_on.replace('Z', '+0000'),
      changed_on: wireInstant(row.changed_on),
      changed_on_delta_humanized: humanized(row.changed_on, now()),
      default_endpoint: row.default_endpoint,
      description: row.description,
      datasource_type: 'table',
      explore_url: row.default_endpoint ?? `/explore/?datasource_type=table&datasource_id=${row.id}`,
      extra: row.extra,
      kind: isVirtual(row) ? 'virtual' : 'physical',
      owners: owners.get(row.id) ?? [],
      catalog: row.catalog,
      schema: row.schema,
      sql: row.sql,
      table_name: row.table_name,
    }
  })
}

const distinctOf = ({ db }: Services, column: 'schema' | 'catalog', q: RelatedQuery, caller: Caller) =>
  distinctChoices(
    db,
    { table: 'datasets', column, where: sql<SqlBool>`${readableDatasets(caller)} and ${listedDatasets}` },
    q,
  )
