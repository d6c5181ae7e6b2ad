import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DIALECTS } from '../engines/dialects.ts'
import { portionsOf } from '../kernel/portions.ts'
import { datasetPair } from '../metadata/access.server.ts'
import { ensurePairs, renamePair } from '../metadata/object-pairs.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Flag, NewRow, Row } from '../metadata/tables.server.ts'
import { type ImportFile, uuidText } from './import-files.server.ts'
import type { Services } from './services.server.ts'

const text = () => z.string().nullish()
const flag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value): Flag => ((value ?? fallback) ? 1 : 0))
const stored = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
/** JSON that an archive holds as a value, or as its text, and the store as a text. */
const json = () =>
  z
    .union([z.string(), z.record(z.string(), z.unknown())], 'Not a valid mapping type.')
    .nullish()
    .transform(stored)
const jsonList = () =>
  z
    .union([z.string(), z.array(z.record(z.string(), z.unknown()))], 'Not a valid list.')
    .nullish()
    .transform(stored)

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

/** Most columns or metrics of a dataset. */
const MAX_PARTS = 1_500

const unique = <T extends z.ZodType<Record<string, unknown>>>(part: T, key: string) =>
  z
    .array(part)
    .max(MAX_PARTS)
    .refine((parts) => new Set(parts.map((each) => each[key])).size === parts.length, 'A name occurs twice.')
    .nullish()

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
  folders: jsonList(),
  currency_code_column: text(),
  uuid: uuidText(),
  columns: unique(ColumnFile, 'column_name'),
  metrics: unique(MetricFile, 'metric_name'),
  database_uuid: uuidText(),
})
export type DatasetFile = z.output<typeof DatasetFile>

/**
 * Stores the datasets of an archive that are not known; a known one stays as it is. Gives ids by uuid. The caller opens
 * the transaction.
 */
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
    else if (databaseId !== undefined) ids.set(value.uuid, await insertDatasetFile(services, value, databaseId, userId))
  }
  return ids
}

/** Stores a dataset of an archive under the user. */
export async function insertDatasetFile(
  { db, now }: Services,
  file: DatasetFile,
  databaseId: number,
  userId: number | null,
): Promise<number> {
  const at = now().toISOString()
  const database = await databaseOf(db, databaseId)
  const { id } = await db
    .insertInto('datasets')
    .values(datasetRow(file, databaseId, at, userId))
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeParts(db, file, id, database.engine, at)
  if (userId !== null)
    await db.insertInto('owners').values({ kind: 'dataset', object_id: id, user_id: userId }).execute()
  await ensurePairs(db, [datasetPair(database.database_name, { id, table_name: file.table_name })])
  return id
}

/** Writes a dataset of an archive over a stored one; its id, owners and grants stay. */
export async function overwriteDataset(
  { db, now }: Services,
  file: DatasetFile,
  stored: Row<'datasets'>,
  databaseId: number,
  userId: number | null,
): Promise<void> {
  const at = now().toISOString()
  const { id } = stored
  const [before, after] = [await databaseOf(db, stored.database_id), await databaseOf(db, databaseId)]
  const { uuid, created_on, created_by, ...changes } = datasetRow(file, databaseId, at, userId)
  await db.updateTable('datasets').set(changes).where('id', '=', id).execute()
  await storeParts(db, file, id, after.engine, at)
  const [, view] = datasetPair(after.database_name, { id, table_name: file.table_name })
  await renamePair(db, datasetPair(before.database_name, stored), view)
}

const databaseOf = (db: MetadataDb, id: number) =>
  db.selectFrom('databases').select(['database_name', 'engine']).where('id', '=', id).executeTakeFirstOrThrow()

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
      expression: column.expression ?? null,
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
  await writeColumns(db, datasetId, columns)
  await writeMetrics(db, datasetId, metrics)
}

/** Brings the columns of a dataset to these; those of the same name keep their ids. */
async function writeColumns(db: MetadataDb, datasetId: number, columns: readonly NewRow<'dataset_columns'>[]) {
  const stored = await db
    .selectFrom('dataset_columns')
    .select(['id', 'column_name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const ids = new Map(stored.map((column) => [column.column_name, column.id]))
  const names = new Set(columns.map((column) => column.column_name))
  const gone = stored.filter((column) => !names.has(column.column_name)).map((column) => column.id)
  if (gone.length > 0) await db.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const { uuid, created_on, ...column } of columns) {
    const id = ids.get(column.column_name)
    if (id !== undefined) await db.updateTable('dataset_columns').set(column).where('id', '=', id).execute()
  }
  const fresh = columns.filter((column) => !ids.has(column.column_name))
  for (const portion of portionsOf(fresh)) await db.insertInto('dataset_columns').values(portion).execute()
}

/** Brings the metrics of a dataset to these; those of the same name keep their ids. */
async function writeMetrics(db: MetadataDb, datasetId: number, metrics: readonly NewRow<'dataset_metrics'>[]) {
  const stored = await db
    .selectFrom('dataset_metrics')
    .select(['id', 'metric_name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const ids = new Map(stored.map((metric) => [metric.metric_name, metric.id]))
  const names = new Set(metrics.map((metric) => metric.metric_name))
  const gone = stored.filter((metric) => !names.has(metric.metric_name)).map((metric) => metric.id)
  if (gone.length > 0) await db.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  for (const { uuid, created_on, ...metric } of metrics) {
    const id = ids.get(metric.metric_name)
    if (id !== undefined) await db.updateTable('dataset_metrics').set(metric).where('id', '=', id).execute()
  }
  const fresh = metrics.filter((metric) => !ids.has(metric.metric_name))
  for (const portion of portionsOf(fresh)) await db.insertInto('dataset_metrics').values(portion).execute()
}
