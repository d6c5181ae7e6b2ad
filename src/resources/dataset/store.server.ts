import { type SqlBool, sql } from 'kysely'
import type { SourceColumn } from '../../gateway/source-columns.server.ts'
import { portionsOf } from '../../kernel/portions.ts'
import { datasetPair } from '../../metadata/access.server.ts'
import { ensurePairs } from '../../metadata/object-pairs.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { NewRow, Row } from '../../metadata/tables.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'
import type { ColumnBody, MetricBody } from './contract.ts'

/** The dataset of a table of a database, null when there is none. */
export async function findTable(
  db: MetadataDb,
  table: {
    readonly database_id: number
    readonly catalog: string | null
    readonly schema: string | null
    readonly table_name: string
  },
): Promise<Row<'datasets'> | null> {
  const found = await db
    .selectFrom('datasets')
    .selectAll()
    .where('database_id', '=', table.database_id)
    .where('table_name', '=', table.table_name)
    .where(listedDatasets)
    .where(sql<SqlBool>`coalesce(schema, '') = ${table.schema ?? ''}`)
    .where(sql<SqlBool>`coalesce(catalog, '') = ${table.catalog ?? ''}`)
    .executeTakeFirst()
  return found ?? null
}

/** Writes a dataset with its columns and a count metric; gives its id. */
export async function insertDataset(
  db: MetadataDb,
  row: NewRow<'datasets'>,
  columns: readonly SourceColumn[],
  ownerIds: readonly number[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('datasets').values(row).returning('id').executeTakeFirstOrThrow()
    const at = row.changed_on
    const rows = columns.map((column) => columnRow(id, column, at))
    for (const portion of portionsOf(rows)) await trx.insertInto('dataset_columns').values(portion).execute()
    await trx.insertInto('dataset_metrics').values(countMetric(id, at)).execute()
    const owners = [...new Set(ownerIds)].map((user_id) => ({ kind: 'dataset' as const, object_id: id, user_id }))
    if (owners.length > 0) await trx.insertInto('owners').values(owners).execute()
    // What nobody can be granted needs no pair.
    if (row.is_temporary !== 1)
      await ensurePairs(trx, [
        datasetPair(await databaseName(trx, row.database_id), { id, table_name: row.table_name }),
      ])
    return id
  })
}

/** Brings the stored columns to those of the source: new ones in, gone ones out, types refreshed; calculated ones stay. */
export async function syncColumns(db: MetadataDb, datasetId: number, source: readonly SourceColumn[], at: string) {
  await db.transaction().execute(async (trx) => {
    const stored = await trx.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', datasetId).execute()
    const names = new Set(source.map((column) => column.name))
    const gone = stored.filter((column) => !column.expression && !names.has(column.column_name)).map((c) => c.id)
    if (gone.length > 0) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
    const byName = new Map(stored.map((column) => [column.column_name, column]))
    for (const column of source) await syncColumn(trx, datasetId, column, byName.get(column.name) ?? null, at)
  })
}

async function syncColumn(
  trx: MetadataDb,
  datasetId: number,
  column: SourceColumn,
  have: Row<'dataset_columns'> | null,
  at: string,
): Promise<void> {
  if (!have)
    await trx
      .insertInto('dataset_columns')
      .values(columnRow(datasetId, column, at))
      .execute()
  if (!have || have.type === column.type) return
  await trx
    .updateTable('dataset_columns')
    .set({ type: column.type, type_generic: column.generic, is_dttm: column.isTemporal ? 1 : 0, changed_on: at })
    .where('id', '=', have.id)
    .execute()
}

/** A stored column for one of the source. */
export function columnRow(datasetId: number, column: SourceColumn, at: string): NewRow<'dataset_columns'> {
  return {
    ...EMPTY_COLUMN,
    uuid: crypto.randomUUID(),
    dataset_id: datasetId,
    column_name: column.name,
    type: column.type,
    type_generic: column.generic,
    is_dttm: column.isTemporal ? 1 : 0,
    created_on: at,
    changed_on: at,
  }
}

const EMPTY_COLUMN = {
  verbose_name: null,
  description: null,
  expression: null,
  advanced_data_type: null,
  is_active: 1,
  groupby: 1,
  filterable: 1,
  python_date_format: null,
  datetime_format: null,
  extra: null,
} as const

const countMetric = (datasetId: number, at: string): NewRow<'dataset_metrics'> => ({
  ...EMPTY_METRIC,
  uuid: crypto.randomUUID(),
  dataset_id: datasetId,
  metric_name: 'count',
  verbose_name: 'COUNT(*)',
  metric_type: 'count',
  expression: 'COUNT(*)',
  created_on: at,
  changed_on: at,
})

const EMPTY_METRIC = { description: null, d3format: null, currency: null, warning_text: null, extra: null } as const

const flagOf = (value: boolean | null | undefined, otherwise: 0 | 1) =>
  value === null || value === undefined ? otherwise : value ? (1 as const) : (0 as const)

/** Columns as a body describes them, over what is stored: fields left out keep their value. */
export function columnFromBody(
  datasetId: number,
  body: ColumnBody,
  have: Row<'dataset_columns'> | null,
  generic: number | null,
  at: string,
): NewRow<'dataset_columns'> {
  const keep = have ?? { ...EMPTY_COLUMN, type: null, is_dttm: 0 as const, uuid: crypto.randomUUID(), created_on: at }
  const type = body.type === undefined ? keep.type : body.type
  return {
    uuid: keep.uuid,
    dataset_id: datasetId,
    column_name: body.column_name,
    verbose_name: body.verbose_name === undefined ? keep.verbose_name : body.verbose_name,
    description: body.description === undefined ? keep.description : body.description,
    expression: body.expression === undefined ? keep.expression : body.expression,
    type,
    type_generic: generic,
    advanced_data_type: body.advanced_data_type === undefined ? keep.advanced_data_type : body.advanced_data_type,
    is_dttm: flagOf(body.is_dttm, keep.is_dttm),
    is_active: flagOf(body.is_active, keep.is_active),
    groupby: flagOf(body.groupby, keep.groupby),
    filterable: flagOf(body.filterable, keep.filterable),
    python_date_format: body.python_date_format === undefined ? keep.python_date_format : body.python_date_format,
    datetime_format: body.datetime_format === undefined ? keep.datetime_format : body.datetime_format,
    extra: body.extra === undefined ? keep.extra : body.extra,
    created_on: keep.created_on,
    changed_on: at,
  }
}

/** A metric as a body describes it, over what is stored. */
export function metricFromBody(
  datasetId: number,
  body: MetricBody,
  have: Row<'dataset_metrics'> | null,
  at: string,
): NewRow<'dataset_metrics'> {
  const keep = have ?? {
    ...EMPTY_METRIC,
    verbose_name: null,
    metric_type: null,
    uuid: crypto.randomUUID(),
    created_on: at,
  }
  return {
    uuid: keep.uuid,
    dataset_id: datasetId,
    metric_name: body.metric_name,
    expression: body.expression,
    verbose_name: body.verbose_name === undefined ? keep.verbose_name : body.verbose_name,
    metric_type: body.metric_type === undefined ? keep.metric_type : body.metric_type,
    description: body.description === undefined ? keep.description : body.description,
    d3format: body.d3format === undefined ? keep.d3format : body.d3format,
    currency:
      body.currency === undefined ? keep.currency : body.currency === null ? null : JSON.stringify(body.currency),
    warning_text: body.warning_text === undefined ? keep.warning_text : body.warning_text,
    extra: body.extra === undefined ? keep.extra : body.extra,
    created_on: keep.created_on,
    changed_on: at,
  }
}

const databaseName = async (db: MetadataDb, id: number) =>
  (await db.selectFrom('databases').select('database_name').where('id', '=', id).executeTakeFirstOrThrow())
    .database_name
