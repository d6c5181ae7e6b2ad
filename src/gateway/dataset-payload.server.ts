import type { DatasetRecord } from '../metadata/datasets.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import { type Dialect, qualifiedName } from '../query/dialect.ts'
import { GENERIC, type GenericType } from '../query/generic-type.ts'
import { grainName } from '../query/grain-names.ts'
import { offeredGrains } from '../query/time-grain.ts'
import { backendName } from './database-record.server.ts'

type Json = Record<string, unknown>
export interface DatasetOwner {
  readonly id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** Owners of one dataset with what Explore shows of them. */
export function datasetOwners(db: MetadataDb, id: number): Promise<DatasetOwner[]> {
  return db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'dataset')
    .where('owners.object_id', '=', id)
    .select(['users.id', 'users.username', 'users.first_name', 'users.last_name', 'users.email'])
    .execute()
}

/** What Explore and dashboards know of a dataset: the wire's `dataset` (reference: charts-dashboards A.5). */
export function datasetPayload(record: DatasetRecord, owners: readonly DatasetOwner[], dialect: Dialect): Json {
  const { dataset, database, columns, metrics } = record
  return {
    ...sharedFields(record, dialect),
    owners,
    columns: columns.map((column) => ({ ...columnWire(column), ...certification(column.extra) })),
    metrics: metrics.map((metric) => ({ ...metricWire(metric), ...certification(metric.extra) })),
    database: databaseWire(database, dialect),
    edit_url: `/tablemodelview/edit/${dataset.id}`,
    filter_select: dataset.filter_select_enabled === 1,
    folders: parse(dataset.folders),
    health_check_message: null,
    params: dataset.params,
    perm: `[${database.database_name}].[${dataset.table_name}](id:${dataset.id})`,
    type: 'table',
  }
}

/** Fields that the item answer and the payload have in common. */
export function sharedFields({ dataset, columns, metrics }: DatasetRecord, dialect: Dialect): Json {
  return {
    id: dataset.id,
    uid: `${dataset.id}__table`,
    always_filter_main_dttm: dataset.always_filter_main_dttm === 1,
    cache_timeout: dataset.cache_timeout,
    catalog: dataset.catalog,
    column_formats: Object.fromEntries(metrics.flatMap((m) => (m.d3format ? [[m.metric_name, m.d3format]] : []))),
    currency_code_column: dataset.currency_code_column,
    currency_formats: Object.fromEntries(
      metrics.flatMap((m) => (m.currency ? [[m.metric_name, parse(m.currency)]] : [])),
    ),
    datasource_name: dataset.table_name,
    default_endpoint: dataset.default_endpoint,
    description: dataset.description,
    extra: dataset.extra,
    fetch_values_predicate: dataset.fetch_values_predicate,
    filter_select_enabled: dataset.filter_select_enabled === 1,
    granularity_sqla: columns.filter((c) => c.is_dttm === 1).map((c) => [c.column_name, c.column_name]),
    is_sqllab_view: dataset.is_sqllab_view === 1,
    main_dttm_col: dataset.main_dttm_col,
    name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
    normalize_columns: dataset.normalize_columns === 1,
    offset: dataset.offset,
    order_by_choices: orderChoices(columns),
    schema: dataset.schema,
    select_star: selectStar(dataset, dialect),
    sql: dataset.sql,
    table_name: dataset.table_name,
    template_params: dataset.template_params,
    time_grain_sqla: offeredGrains(dialect).map((grain) => [grain, grainName(grain)]),
    verbose_map: verboseMap(columns, metrics),
  }
}

/** A column with the fields both answers carry. */
export const columnWire = (column: Row<'dataset_columns'>): Json => ({
  id: column.id,
  uuid: column.uuid,
  column_name: column.column_name,
  verbose_name: column.verbose_name,
  description: column.description,
  expression: column.expression,
  filterable: column.filterable === 1,
  groupby: column.groupby === 1,
  is_dttm: column.is_dttm === 1,
  python_date_format: column.python_date_format,
  type: column.type,
  type_generic: column.type_generic,
  advanced_data_type: column.advanced_data_type,
})

/** A metric with the fields both answers carry. */
export const metricWire = (metric: Row<'dataset_metrics'>): Json => ({
  id: metric.id,
  uuid: metric.uuid,
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name,
  description: metric.description,
  expression: metric.expression,
  d3format: metric.d3format,
  currency: parse(metric.currency),
  warning_text: metric.warning_text,
})

/** Kind of a column when the store does not know it: a time, else what the engine says of its type. */
export function genericOf(dialect: Dialect, type: string | null, isTemporal: boolean): GenericType | null {
  if (isTemporal) return GENERIC.time
  return type === null ? null : dialect.genericOf(type)
}

function selectStar(dataset: Row<'datasets'>, dialect: Dialect): string | null {
  if (dataset.sql) return null
  return dialect.limit(
    `SELECT\n  *\nFROM ${qualifiedName(dialect, [dataset.catalog, dataset.schema, dataset.table_name])}`,
    100,
    0,
  )
}

/** What a connection is described by, as JSON schema. */
const PARAMETERS_SCHEMA = {
  type: 'object',
  properties: {
    access_token: {
      type: 'string',
      nullable: true,
      default: '',
      description: 'Token of a hosted database; a file needs none',
    },
    database: { type: 'string', description: 'Database name' },
    query: { type: 'object', additionalProperties: {}, description: 'Additional parameters' },
  },
  additionalProperties: false,
}

function databaseWire(database: Row<'databases'>, dialect: Dialect): Json {
  return {
    id: database.id,
    name: database.database_name,
    backend: backendName(database.engine),
    allow_multi_catalog: database.allow_multi_catalog === 1,
    allows_cost_estimate: false,
    allows_subquery: true,
    allows_virtual_table_explore: true,
    configuration_method: database.configuration_method,
    disable_data_preview: false,
    disable_drill_to_detail: false,
    engine_information: {
      disable_ssh_tunneling: false,
      supports_dynamic_catalog: dialect.supportsCatalogs,
      supports_file_upload: database.allow_file_upload === 1,
      supports_oauth2: false,
    },
    explore_database_id: database.id,
    parameters: { access_token: null, database: '', query: {} },
    parameters_schema: PARAMETERS_SCHEMA,
    schema_options: {},
  }
}

function certification(extra: string | null): Json {
  const parsed = parse(extra) as {
    certification?: { certified_by?: string; details?: string }
    warning_markdown?: string
  } | null
  return {
    is_certified: Boolean(parsed?.certification?.certified_by),
    certified_by: parsed?.certification?.certified_by ?? null,
    certification_details: parsed?.certification?.details ?? null,
    warning_markdown: parsed?.warning_markdown ?? null,
  }
}

const orderChoices = (columns: readonly Row<'dataset_columns'>[]) =>
  columns
    .map((column) => column.column_name)
    .sort((a, b) => a.localeCompare(b))
    .flatMap((name) => [
      [JSON.stringify([name, true]), `${name} [asc]`],
      [JSON.stringify([name, false]), `${name} [desc]`],
    ])

const verboseMap = (columns: readonly Row<'dataset_columns'>[], metrics: readonly Row<'dataset_metrics'>[]) => ({
  __timestamp: 'Time',
  ...Object.fromEntries(metrics.map((m) => [m.metric_name, m.verbose_name || m.metric_name])),
  ...Object.fromEntries(columns.map((c) => [c.column_name, c.verbose_name || c.column_name])),
})

/** JSON of the store, null when there is none or it cannot be read. */
function parse(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
