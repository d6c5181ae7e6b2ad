import type { DatasetModel } from '../query/dataset-model.ts'
import type { GenericType } from '../query/generic-type.ts'
import { databaseIn, datasetIn, metricsIn, partColumns } from './dataset-parts.server.ts'
import type { MetadataDb } from './open.server.ts'
import type { Row } from './tables.server.ts'

/** A dataset with all that belongs to it, as the store keeps it. */
export interface DatasetRecord {
  readonly dataset: Row<'datasets'>
  readonly database: Row<'databases'>
  readonly columns: readonly Row<'dataset_columns'>[]
  readonly metrics: readonly Row<'dataset_metrics'>[]
}

/** Reads a dataset by id or uuid in two statements; null when there is none. */
export async function findDataset(db: MetadataDb, key: number | string): Promise<DatasetRecord | null> {
  const by = typeof key === 'number' ? 'id' : 'uuid'
  const [rows, columns] = await Promise.all([
    db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .leftJoin('dataset_metrics', 'dataset_metrics.dataset_id', 'datasets.id')
      .where(`datasets.${by}`, '=', key)
      .selectAll('datasets')
      .select(partColumns)
      .orderBy('dataset_metrics.id')
      .execute(),
    db
      .selectFrom('dataset_columns')
      .selectAll()
      .where('dataset_id', 'in', (eb) => eb.selectFrom('datasets').select('id').where(by, '=', key))
      .orderBy('id')
      .execute(),
  ])
  const [row] = rows
  return row ? { dataset: datasetIn(row), database: databaseIn(row), columns, metrics: metricsIn(rows) } : null
}

/** The record as the compiler needs it. */
export function datasetModel({ dataset, columns, metrics }: DatasetRecord): DatasetModel {
  return {
    id: dataset.id,
    databaseId: dataset.database_id,
    name: dataset.table_name,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql: dataset.sql === '' ? null : dataset.sql,
    mainTimeColumn: dataset.main_dttm_col,
    alwaysFilterMainTime: dataset.always_filter_main_dttm === 1,
    fetchValuesPredicate: dataset.fetch_values_predicate,
    templateParams: dataset.template_params,
    cacheTimeoutSec: dataset.cache_timeout,
    columns: columns.map((column) => ({
      name: column.column_name,
      label: column.verbose_name,
      expression: column.expression === '' ? null : column.expression,
      type: column.type,
      generic: column.type_generic as GenericType | null,
      isTemporal: column.is_dttm === 1,
      timeFormat: column.python_date_format,
    })),
    metrics: metrics.map((metric) => ({
      name: metric.metric_name,
      label: metric.verbose_name,
      expression: metric.expression,
    })),
  }
}

/** True for a dataset that is the text of a query. */
export const isVirtual = (dataset: { readonly sql: string | null }) => dataset.sql !== null && dataset.sql !== ''
