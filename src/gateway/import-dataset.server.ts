import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DIALECTS } from '../engines/dialects.ts'
import { datasetPair } from '../metadata/access.server.ts'
import { ensurePairs } from '../metadata/object-pairs.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Flag, NewRow } from '../metadata/tables.server.ts'
import type { ImportFile } from './import-files.server.ts'
import type { Services } from './services.server.ts'

const text = () => z.string().nullish()
const flag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value): Flag => ((value ?? fallback) ? 1 : 0))
/** JSON that an archive holds as a value and the store as a text. */
const json = () =>
  z.unknown().transform((value) => {
    if (value === undefined || value === null) return null
    return typeof value === 'string' ? value : JSON.stringify(value)
  })

const ColumnFile = z.looseObject({
  column_name: z.string().min(1).max(255),
  verbose_name: text(),
  description: text(),
  expression: text(),
  type: text(),
  advanced_data_type: text(),
  is_dttm: flag(false),
  is_active: flag(true),
  groupby: flag(true),
  filterable: flag(true),
  python_date_format: text(),
  datetime_format: text(),
  extra: json(),
})
const MetricFile = z.looseObject({
  metric_name: z.string().min(1).max(255),
  verbose_name: text(),
  metric_type: text(),
  expression: z.string(),
  description: text(),
  d3format: text(),
  currency: json(),
  warning_text: text(),
  extra: json(),
})

/** `datasets/<database>/<name>.yaml`. */
export const DatasetFile = z.looseObject({
  table_name: z.string().min(1).max(250),
  main_dttm_col: text(),
  description: text(),
  default_endpoint: text(),
  offset: z.int().nullish(),
  cache_timeout: z.int().nullish(),
  catalog: text(),
  schema: text(),
  sql: text(),
  params: json(),
  template_params: json(),
  filter_select_enabled: flag(true),
  fetch_values_predicate: text(),
  extra: json(),
  normalize_columns: flag(false),
  always_filter_main_dttm: flag(false),
  folders: json(),
  currency_code_column: text(),
  uuid: z.uuid(),
  columns: z.array(ColumnFile).nullish(),
  metrics: z.array(MetricFile).nullish(),
  database_uuid: z.uuid(),
})
export type DatasetFile = z.output<typeof DatasetFile>

/** Stores the datasets of an archive that are not known; a known one stays as it is. Gives ids by uuid. */
export async function importDatasets(
  services: Services,
  files: readonly ImportFile<DatasetFile>[],
  databaseIds: ReadonlyMap<string, number>,
  userId: number | null,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { value } of files) {
    const known = await services.db
      .selectFrom('datasets')
      .select('id')
      .where('uuid', '=', value.uuid)
      .executeTakeFirst()
    const databaseId = databaseIds.get(value.database_uuid)
    if (known) ids.set(value.uuid, known.id)
    else if (databaseId !== undefined) ids.set(value.uuid, await storeDataset(services, value, databaseId, userId))
  }
  return ids
}

async function storeDataset(services: Services, file: DatasetFile, databaseId: number, userId: number | null) {
  const at = services.now().toISOString()
  return services.db.transaction().execute(async (trx) => {
    const database = await trx
      .selectFrom('databases')
      .select(['database_name', 'engine'])
      .where('id', '=', databaseId)
      .executeTakeFirstOrThrow()
    const row = datasetRow(file, databaseId, at, userId)
    const { id } = await trx.insertInto('datasets').values(row).returning('id').executeTakeFirstOrThrow()
    await storeParts(trx, file, id, database.engine, at)
    if (userId !== null)
      await trx.insertInto('owners').values({ kind: 'dataset', object_id: id, user_id: userId }).execute()
    await ensurePairs(trx, [datasetPair(database.database_name, { id, table_name: file.table_name })])
    return id
  })
}

const datasetRow = (file: DatasetFile, databaseId: number, at: string, userId: number | null): NewRow<'datasets'> => ({
  uuid: file.uuid,
  database_id: databaseId,
  catalog: file.catalog ?? null,
  schema: file.schema ?? null,
  table_name: file.table_name,
  sql: file.sql || null,
  description: file.description ?? null,
  main_dttm_col: file.main_dttm_col ?? null,
  default_endpoint: file.default_endpoint ?? null,
  offset: file.offset ?? 0,
  cache_timeout: file.cache_timeout ?? null,
  params: file.params,
  template_params: file.template_params,
  extra: file.extra,
  fetch_values_predicate: file.fetch_values_predicate ?? null,
  filter_select_enabled: file.filter_select_enabled,
  is_sqllab_view: file.sql ? 1 : 0,
  normalize_columns: file.normalize_columns,
  always_filter_main_dttm: file.always_filter_main_dttm,
  is_managed_externally: 0,
  external_url: null,
  currency_code_column: file.currency_code_column ?? null,
  folders: file.folders,
  created_on: at,
  changed_on: at,
  created_by: userId,
  changed_by: userId,
})

async function storeParts(db: MetadataDb, file: DatasetFile, datasetId: number, engine: string, at: string) {
  const dialect = DIALECTS.find(({ id }) => id === engine)
  const stamps = { dataset_id: datasetId, created_on: at, changed_on: at }
  const columns = (file.columns ?? []).map(
    (column): NewRow<'dataset_columns'> => ({
      ...stamps,
      uuid: randomUUID(),
      column_name: column.column_name,
      verbose_name: column.verbose_name ?? null,
      description: column.description ?? null,
      expression: column.expression || null,
      type: column.type ?? null,
      type_generic: column.type ? (dialect?.genericOf(column.type) ?? null) : null,
      advanced_data_type: column.advanced_data_type ?? null,
      is_dttm: column.is_dttm,
      is_active: column.is_active,
      groupby: column.groupby,
      filterable: column.filterable,
      python_date_format: column.python_date_format ?? null,
      datetime_format: column.datetime_format ?? null,
      extra: column.extra,
    }),
  )
  const metrics = (file.metrics ?? []).map(
    (metric): NewRow<'dataset_metrics'> => ({
      ...stamps,
      uuid: randomUUID(),
      metric_name: metric.metric_name,
      verbose_name: metric.verbose_name ?? null,
      metric_type: metric.metric_type ?? null,
      expression: metric.expression,
      description: metric.description ?? null,
      d3format: metric.d3format ?? null,
      currency: metric.currency,
      warning_text: metric.warning_text ?? null,
      extra: metric.extra,
    }),
  )
  if (columns.length > 0) await db.insertInto('dataset_columns').values(columns).execute()
  if (metrics.length > 0) await db.insertInto('dataset_metrics').values(metrics).execute()
}
