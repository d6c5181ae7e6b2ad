import { questionsOf } from '../../charts/chart.ts'
import { findAnyChart } from '../../charts/every-chart.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type SourceColumn, sourceColumns } from '../../gateway/source-columns.server.ts'
import { getValue, putValue } from '../../metadata/key-values.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { NewRow, Row } from '../../metadata/tables.server.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { encodeQueryObject } from '../../query/wire/encode.ts'
import { insertDataset } from '../../resources/dataset/store.server.ts'
import { flights } from './flights.ts'
import { layoutOf, metadataOf } from './layout.ts'
import { nature } from './nature.ts'
import type { ExampleChart, ExampleDashboard, ExampleDataset } from './parts.ts'
import { shop } from './shop.ts'
import { webTraffic } from './web-traffic.ts'
import { world } from './world.ts'

const CONTENT = [shop, webTraffic, flights, nature, world]
const MARK = { kind: 'examples', key: 'content' } as const

interface SavedChart {
  readonly id: number
  readonly uuid: string
}

/** Makes the example datasets, charts and dashboards once; what a user deletes stays deleted. */
export async function loadExampleContent(services: Services, database: Row<'databases'>): Promise<void> {
  const { db, now } = services
  if (await getValue(db, MARK.kind, MARK.key, now())) return
  const at = now().toISOString()
  const columns = await columnsOf(services, database)
  for (const { datasets, charts, dashboards } of CONTENT) {
    const datasetIds = new Map<string, number>()
    for (const dataset of datasets)
      datasetIds.set(dataset.table, await addDataset(db, database.id, dataset, columns.get(dataset.table) ?? [], at))
    const saved = new Map<string, SavedChart>()
    for (const chart of charts) saved.set(chart.name, await addChart(db, chart, idIn(datasetIds, chart.table), at))
    for (const dashboard of dashboards) await addDashboard(db, dashboard, datasetIds, saved, at)
  }
  await putValue(db, { ...MARK, value: { version: 1 }, userId: null, now: now(), ttlSec: null })
}

function idIn(ids: ReadonlyMap<string, number>, table: string): number {
  const id = ids.get(table)
  if (id === undefined) throw new Error(`The examples have no dataset for ${table}`)
  return id
}

async function columnsOf(services: Services, database: Row<'databases'>) {
  const { driver } = await services.gateway.open(database)
  const schema = (await driver.defaultSchema()) ?? 'main'
  const held = new Set((await driver.tables(null, schema)).map((table) => table.name))
  const columns = new Map<string, readonly SourceColumn[]>()
  for (const { table } of CONTENT.flatMap(({ datasets }) => datasets))
    if (held.has(table))
      columns.set(
        table,
        await sourceColumns(services, database, { catalog: null, schema, table_name: table, sql: null }, null),
      )
  return columns
}

async function addDataset(
  db: MetadataDb,
  databaseId: number,
  example: ExampleDataset,
  columns: readonly SourceColumn[],
  at: string,
): Promise<number> {
  const stamps = { created_on: at, changed_on: at, created_by: null, changed_by: null }
  const id = await insertDataset(
    db,
    {
      ...EMPTY_DATASET,
      ...stamps,
      uuid: crypto.randomUUID(),
      database_id: databaseId,
      table_name: example.table,
      description: example.description,
      main_dttm_col: example.mainTime,
    },
    columns,
    [],
  )
  for (const [name, label] of Object.entries(example.labels ?? {}))
    await db
      .updateTable('dataset_columns')
      .set({ verbose_name: label })
      .where('dataset_id', '=', id)
      .where('column_name', '=', name)
      .execute()
  for (const [name, { sql, type, label }] of Object.entries(example.calculated ?? {}))
    await db
      .insertInto('dataset_columns')
      .values(calculatedColumn(id, name, sql, type, label, at))
      .execute()
  for (const metric of example.metrics)
    await db
      .insertInto('dataset_metrics')
      .values({
        uuid: crypto.randomUUID(),
        dataset_id: id,
        metric_name: metric.name,
        verbose_name: metric.label,
        metric_type: null,
        expression: metric.expression,
        description: metric.description ?? null,
        d3format: metric.format ?? null,
        currency: null,
        warning_text: null,
        extra: null,
        created_on: at,
        changed_on: at,
      })
      .execute()
  return id
}

const EMPTY_DATASET = {
  catalog: null,
  schema: 'main',
  sql: null,
  default_endpoint: null,
  cache_timeout: null,
  params: null,
  template_params: null,
  extra: null,
  fetch_values_predicate: null,
  filter_select_enabled: 1,
  is_sqllab_view: 0,
  normalize_columns: 0,
  always_filter_main_dttm: 0,
  is_managed_externally: 0,
  external_url: null,
  currency_code_column: null,
  folders: null,
} as const

function calculatedColumn(
  datasetId: number,
  name: string,
  expression: string,
  type: string,
  label: string,
  at: string,
): NewRow<'dataset_columns'> {
  const generic: GenericType = type === 'VARCHAR' ? GENERIC.text : GENERIC.number
  return {
    uuid: crypto.randomUUID(),
    dataset_id: datasetId,
    column_name: name,
    verbose_name: label,
    description: null,
    expression,
    type,
    type_generic: generic,
    advanced_data_type: null,
    is_dttm: 0,
    is_active: 1,
    groupby: 1,
    filterable: 1,
    python_date_format: null,
    datetime_format: null,
    extra: null,
    created_on: at,
    changed_on: at,
  }
}

async function addChart(db: MetadataDb, chart: ExampleChart, datasetId: number, at: string): Promise<SavedChart> {
  const formData = { ...chart.form, viz_type: chart.vizType, datasource: `${datasetId}__table` }
  const type = findAnyChart(chart.vizType)
  if (!type) throw new Error(`The examples use an unknown chart type: ${chart.vizType}`)
  const queries = questionsOf(type, formData).map(encodeQueryObject)
  const context = {
    datasource: { id: datasetId, type: 'table' },
    force: false,
    queries,
    form_data: formData,
    result_format: 'json',
    result_type: 'full',
  }
  const row = {
    uuid: crypto.randomUUID(),
    slice_name: chart.name,
    viz_type: chart.vizType,
    params: JSON.stringify(formData),
    query_context: JSON.stringify(context),
    datasource_id: datasetId,
    datasource_type: 'table',
    description: chart.description ?? null,
    cache_timeout: null,
    certified_by: null,
    certification_details: null,
    is_managed_externally: 0 as const,
    external_url: null,
    last_saved_at: at,
    last_saved_by: null,
    created_on: at,
    changed_on: at,
    created_by: null,
    changed_by: null,
  }
  const { id } = await db.insertInto('charts').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, uuid: row.uuid }
}

async function addDashboard(
  db: MetadataDb,
  dashboard: ExampleDashboard,
  datasetIds: ReadonlyMap<string, number>,
  saved: ReadonlyMap<string, SavedChart>,
  at: string,
) {
  const chartOf = (name: string): SavedChart => {
    const chart = saved.get(name)
    if (!chart) throw new Error(`The examples have no chart "${name}"`)
    return chart
  }
  const chartIds = dashboard.rows.flat().map((tile) => chartOf(tile.chart).id)
  const row = {
    uuid: crypto.randomUUID(),
    slug: dashboard.slug,
    dashboard_title: dashboard.title,
    description: dashboard.description,
    css: null,
    published: 1 as const,
    position_json: JSON.stringify(layoutOf(dashboard, chartOf)),
    json_metadata: JSON.stringify(metadataOf(dashboard, (table) => idIn(datasetIds, table), chartIds)),
    certified_by: null,
    certification_details: null,
    theme_id: null,
    is_managed_externally: 0 as const,
    external_url: null,
    created_on: at,
    changed_on: at,
    created_by: null,
    changed_by: null,
  }
  const { id } = await db.insertInto('dashboards').values(row).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('dashboard_charts')
    .values([...new Set(chartIds)].map((chart_id) => ({ dashboard_id: id, chart_id })))
    .execute()
}
