import { inPortions } from '../metadata/in-portions.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import { listedDatasets } from '../metadata/temporary-datasets.server.ts'
import type { Services } from './services.server.ts'
import { maskedTunnel, tunnelOf } from './tunnel-record.ts'
import { fileName, toYaml } from './yaml-file.ts'

export interface ExportFile {
  readonly name: string
  readonly content: string
}

/** A file whose text is made when it is asked for: of files that an archive would hold twice, one is written. */
export const exportFile = (name: string, value: () => unknown): ExportFile => ({
  name,
  get content() {
    return toYaml(value())
  },
})

/** Version of every file of an archive. */
export const VERSION = '1.0.0'

/** `metadata.yaml` of an archive. */
export const metadataFile = (type: string, now: Date): ExportFile =>
  exportFile('metadata.yaml', () => ({ version: VERSION, type, timestamp: now.toISOString().replace('Z', '+00:00') }))

/** A connection without its password, as an archive of what depends on it holds it. */
export const databaseFile = (row: Row<'databases'>, decrypt: Services['decrypt']): ExportFile =>
  exportFile(databasePath(row), () => ({
    ...databaseHead(row),
    allow_file_upload: row.allow_file_upload === 1,
    ...databaseTail(row),
    ...tunnelPart(row, decrypt),
    version: VERSION,
  }))

/** The same, as an archive of databases holds it. */
export const wholeDatabaseFile = (row: Row<'databases'>, decrypt: Services['decrypt']): ExportFile =>
  exportFile(databasePath(row), () => ({
    ...databaseHead(row),
    allow_csv_upload: row.allow_file_upload === 1,
    ...databaseTail(row),
    encrypted_extra: '{}',
    ...tunnelPart(row, decrypt),
    version: VERSION,
  }))

/** The server's key is left out: the server that reads the archive sees for itself. */
function tunnelPart(row: Row<'databases'>, decrypt: Services['decrypt']) {
  const tunnel = tunnelOf(row, decrypt)
  return tunnel ? { ssh_tunnel: maskedTunnel(tunnel) } : {}
}

const databasePath = (row: Row<'databases'>) => `databases/${fileName(row.database_name)}.yaml`

const databaseHead = (row: Row<'databases'>) => ({
  database_name: row.database_name,
  sqlalchemy_uri: row.uri_masked,
  cache_timeout: row.cache_timeout,
  expose_in_sqllab: row.expose_in_sqllab === 1,
  allow_run_async: row.allow_run_async === 1,
  allow_ctas: row.allow_ctas === 1,
  allow_cvas: row.allow_cvas === 1,
  allow_dml: row.allow_dml === 1,
})

const databaseTail = (row: Row<'databases'>) => ({
  extra: objectOf(row.extra),
  impersonate_user: row.impersonate_user === 1,
  configuration_method: row.configuration_method,
  uuid: row.uuid,
})

/** The datasets of databases, one file each, by the ids of the databases. */
export async function datasetFilesOfDatabases(
  db: MetadataDb,
  databases: readonly Row<'databases'>[],
): Promise<Map<number, ExportFile[]>> {
  const ids = databases.map((database) => database.id)
  const datasets = await inPortions(ids, (portion) =>
    db
      .selectFrom('datasets')
      .selectAll()
      .where('database_id', 'in', portion)
      .where(listedDatasets)
      .orderBy('id')
      .execute(),
  )
  const files = await datasetFiles(db, datasets, databases, false)
  const ofDatabase = Map.groupBy(datasets, (dataset) => dataset.database_id)
  return new Map(ids.map((id) => [id, (ofDatabase.get(id) ?? []).flatMap((dataset) => files.get(dataset.id) ?? [])]))
}

/** Datasets as the dialect's archives hold them, by their ids; `hasId` puts the id into the file's name. */
export async function datasetFiles(
  db: MetadataDb,
  datasets: readonly Row<'datasets'>[],
  databases: readonly Pick<Row<'databases'>, 'id' | 'database_name' | 'uuid'>[],
  hasId: boolean,
): Promise<Map<number, ExportFile>> {
  const contentOf = await datasetContents(db, datasets)
  const known = new Map(databases.map((database) => [database.id, database]))
  const files = new Map<number, ExportFile>()
  for (const dataset of datasets) {
    const database = known.get(dataset.database_id)
    if (!database) continue
    const base = fileName(dataset.table_name)
    const name = `datasets/${fileName(database.database_name)}/${hasId ? `${base}_${dataset.id}` : base}.yaml`
    files.set(
      dataset.id,
      exportFile(name, () => contentOf(dataset, database.uuid)),
    )
  }
  return files
}

/** What a file says of each of the datasets, as a function of it and the uuid of its database. */
export async function datasetContents(db: MetadataDb, datasets: readonly Row<'datasets'>[]) {
  const ids = datasets.map((dataset) => dataset.id)
  const columns = await inPortions(ids, (portion) =>
    db.selectFrom('dataset_columns').selectAll().where('dataset_id', 'in', portion).orderBy('id').execute(),
  )
  const metrics = await inPortions(ids, (portion) =>
    db.selectFrom('dataset_metrics').selectAll().where('dataset_id', 'in', portion).orderBy('id').execute(),
  )
  const columnsOf = Map.groupBy(columns, (column) => column.dataset_id)
  const metricsOf = Map.groupBy(metrics, (metric) => metric.dataset_id)
  return (dataset: Row<'datasets'>, databaseUuid: string) =>
    datasetContent(databaseUuid, dataset, columnsOf.get(dataset.id) ?? [], metricsOf.get(dataset.id) ?? [])
}

const datasetContent = (
  databaseUuid: string,
  dataset: Row<'datasets'>,
  columns: readonly Row<'dataset_columns'>[],
  metrics: readonly Row<'dataset_metrics'>[],
) => ({
  table_name: dataset.table_name,
  main_dttm_col: dataset.main_dttm_col,
  currency_code_column: dataset.currency_code_column,
  description: dataset.description,
  default_endpoint: dataset.default_endpoint,
  offset: dataset.offset,
  cache_timeout: dataset.cache_timeout,
  catalog: dataset.catalog,
  schema: dataset.schema,
  sql: dataset.sql,
  params: objectOf(dataset.params),
  template_params: objectOf(dataset.template_params),
  filter_select_enabled: dataset.filter_select_enabled === 1,
  fetch_values_predicate: dataset.fetch_values_predicate,
  extra: objectOf(dataset.extra),
  normalize_columns: dataset.normalize_columns === 1,
  always_filter_main_dttm: dataset.always_filter_main_dttm === 1,
  folders: objectOf(dataset.folders),
  uuid: dataset.uuid,
  metrics: metrics.map(metricOf),
  columns: columns.map(columnOf),
  version: VERSION,
  database_uuid: databaseUuid,
})

const metricOf = (metric: Row<'dataset_metrics'>) => ({
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name,
  metric_type: metric.metric_type,
  expression: metric.expression,
  description: metric.description,
  d3format: metric.d3format,
  currency: objectOf(metric.currency),
  extra: objectOf(metric.extra),
  warning_text: metric.warning_text,
})

const columnOf = (column: Row<'dataset_columns'>) => ({
  column_name: column.column_name,
  verbose_name: column.verbose_name,
  is_dttm: column.is_dttm === 1,
  is_active: column.is_active === 1,
  type: column.type,
  advanced_data_type: column.advanced_data_type,
  groupby: column.groupby === 1,
  filterable: column.filterable === 1,
  expression: column.expression,
  description: column.description,
  python_date_format: column.python_date_format,
  datetime_format: column.datetime_format,
  extra: objectOf(column.extra),
})

/** JSON kept as text; a text that is none stays what it is. */
export function objectOf(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
