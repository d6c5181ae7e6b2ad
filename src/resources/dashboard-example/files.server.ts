import { askContext } from '../../gateway/chart/context.server.ts'
import { datasetParquet } from '../../gateway/chart/dataset-parquet.server.ts'
import { engineOfAddress } from '../../gateway/engines-of.ts'
import { datasetContents } from '../../gateway/export-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { fileName, toYaml } from '../../gateway/yaml-file.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { type DatasetRecord, findDataset, isVirtual } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { dashboardFile } from '../kit/dashboard-files/files.server.ts'
import { chartFile } from '../kit/export-charts.server.ts'

interface ExampleFile {
  readonly name: string
  readonly content: string | Uint8Array
}
interface ExampleWishes {
  readonly hasData: boolean
  /** Most rows of each dataset; null for all. */
  readonly sampleRows: number | null
}

const MOST_DATA_BYTES = 128 * 1024 * 1024

/**
 * The files of a dashboard as an example: `dataset.yaml` with `data.parquet`, or one of each below `datasets/` and `data/`
 * where its charts read several, then `charts/` and `dashboard.yaml`. What the caller may not read is left out. Throws 400
 * for too much data, 403 where the caller may not take rows out.
 */
export async function exampleFiles(
  services: Services,
  caller: Caller,
  dashboard: Row<'dashboards'>,
  wishes: ExampleWishes,
  signal: AbortSignal,
): Promise<ExampleFile[]> {
  if (wishes.hasData && !caller.can('can_csv', 'Superset')) throw new Problem(403, 'Forbidden')
  const charts = await services.db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .selectAll('charts')
    .where('dashboard_charts.dashboard_id', '=', dashboard.id)
    .orderBy('charts.id')
    .execute()
  const records = await readableRecords(services, caller, charts)
  const ids = charts.flatMap((chart) => chart.datasource_id ?? [])
  const known = await services.db
    .selectFrom('datasets')
    .select(['id', 'uuid'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  const uuids = new Map(known.map(({ id, uuid }) => [id, uuid]))
  const named = uniqueNames(records, ({ dataset }) => ({ name: dataset.table_name, id: dataset.id }))
  const datasets: ExampleFile[] = []
  let bytes = 0
  for (const { one, name } of named) {
    const files = await datasetFiles(services, caller, one, records.length === 1 ? null : name, wishes, signal)
    bytes += files.reduce((sum, { content }) => sum + content.length, 0)
    if (bytes > MOST_DATA_BYTES) throw new Problem(400, 'There is too much data; ask for some of it with sample_rows.')
    datasets.push(...files)
  }
  const chartFiles = uniqueNames(charts, ({ slice_name, id }) => ({ name: slice_name ?? '', id })).map(
    ({ one, name }) => ({
      name: `charts/${name}.yaml`,
      content: chartFile({ ...one, query_context: null }, { uuids }, []).content,
    }),
  )
  const { content } = dashboardFile(dashboard, charts, uuids, { theme: null, tags: [] })
  return [...datasets, ...chartFiles, { name: 'dashboard.yaml', content }]
}

async function readableRecords(
  { db }: Services,
  caller: Caller,
  charts: readonly Row<'charts'>[],
): Promise<DatasetRecord[]> {
  const ids = [...new Set(charts.flatMap((chart) => chart.datasource_id ?? []))]
  const records = await Promise.all(ids.map((id) => findDataset(db, id)))
  return records.filter((record) => record !== null).filter((one) => canReadDataset(caller, one.database, one.dataset))
}

/** The settings of a dataset, then its rows: those of a virtual one are left to its text. */
async function datasetFiles(
  services: Services,
  caller: Caller,
  { dataset, database }: DatasetRecord,
  name: string | null,
  { hasData, sampleRows }: ExampleWishes,
  signal: AbortSignal,
): Promise<ExampleFile[]> {
  const hasText = isVirtual(dataset)
  const rows = hasData && !hasText ? await rowsOf(services, caller, dataset.id, sampleRows, signal) : null
  const dataFile = hasText ? null : name === null ? 'data.parquet' : `${name}.parquet`
  const contentOf = await datasetContents(services.db, [dataset])
  const content = toYaml({
    ...contentOf(dataset, database.uuid),
    schema: null,
    catalog: null,
    data_file: dataFile,
    source_db_engine: hasText ? (engineOfAddress(database.uri_masked)?.id ?? null) : null,
  })
  const data = rows === null ? [] : [{ name: name === null ? 'data.parquet' : `data/${name}.parquet`, content: rows }]
  return [{ name: name === null ? 'dataset.yaml' : `datasets/${name}.yaml`, content }, ...data]
}

async function rowsOf(services: Services, caller: Caller, id: number, sampleRows: number | null, signal: AbortSignal) {
  const context = await askContext(services, caller, { id, type: 'table' }, signal)
  return datasetParquet(context, sampleRows)
}

/** Each with a name for its file that no other has. */
function uniqueNames<T>(
  all: readonly T[],
  partsOf: (one: T) => { readonly name: string; readonly id: number },
): { readonly one: T; readonly name: string }[] {
  const taken = new Set<string>()
  return all.map((one) => {
    const { name, id } = partsOf(one)
    const plain = fileName(name)
    const free = taken.has(plain.toLowerCase()) ? `${plain}_${id}` : plain
    taken.add(free.toLowerCase())
    return { one, name: free }
  })
}
