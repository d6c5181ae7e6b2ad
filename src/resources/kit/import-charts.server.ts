import { z } from 'zod'
import { type Archive, type ImportFile, importProblem, uuidText } from '../../gateway/import-files.server.ts'
import { checkOverwrites, type ImportRun, mayOverwrite } from '../../gateway/import-run.server.ts'
import { importDatasetsOf } from '../../gateway/import-sources.server.ts'
import type { NewRow, Row } from '../../metadata/tables.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import { makeTags, restoreTags } from './archive-tags.server.ts'
import { savedChart } from './imported-chart.ts'
import { keepVersion } from './versions.server.ts'

const text = () => z.string().nullish()

function isJsonText(value: string | null | undefined): boolean {
  try {
    return !value || JSON.parse(value) !== undefined
  } catch {
    return false
  }
}

/** `charts/<name>.yaml`. */
export const ChartFile = z.looseObject({
  slice_name: z.string().min(1).max(250),
  description: text(),
  certified_by: text(),
  certification_details: text(),
  viz_type: z.string().min(1).max(250),
  params: z.record(z.string(), z.unknown()).nullish(),
  query_context: text().refine(isJsonText, 'JSON not valid'),
  cache_timeout: z.int().nullish(),
  uuid: uuidText(),
  dataset_uuid: uuidText(),
  tags: z.array(z.string()).nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: text(),
})
export type ChartFile = z.output<typeof ChartFile>

/** The charts of an archive that are its own subject: those that are known are written over, where the run says so. */
export async function importOwnCharts(run: ImportRun, archive: Archive): Promise<void> {
  const files = archive.files('charts', ChartFile)
  const known = await knownCharts(run, files)
  await checkOverwrites(run, 'chart', 'Chart', files, known)
  await storeCharts(run, archive, files, known)
}

export interface ImportedCharts {
  /** Ids by uuid. */
  readonly charts: ReadonlyMap<string, number>
  /** Ids by uuid. */
  readonly datasets: ReadonlyMap<string, number>
}

/**
 * The charts that dashboards of an archive show, and the datasets that the archive or `datasetUuids` name. A known
 * chart is written over where the run says so and the caller may change it, else it stays as it is.
 */
export async function importChartsOf(
  run: ImportRun,
  archive: Archive,
  datasetUuids: readonly string[],
): Promise<ImportedCharts> {
  const files = archive.files('charts', ChartFile)
  const known = await knownCharts(run, files)
  const visible = await visibleIds(run, [...known.values()])
  const kept = new Map<string, number>()
  for (const { name, value } of files) {
    const stored = known.get(value.uuid)
    if (!stored) continue
    if (!visible.has(stored.id)) throw importProblem({ [name]: 'You need access to the chart' }, run.noun)
    if (!run.overwrite || !(await mayOverwrite(run, 'chart', stored.id))) kept.set(value.uuid, stored.id)
  }
  const written = files.filter(({ value }) => !kept.has(value.uuid))
  const stored = await storeCharts(run, archive, written, known, datasetUuids)
  return { charts: new Map([...kept, ...stored.charts]), datasets: stored.datasets }
}

async function storeCharts(
  run: ImportRun,
  archive: Archive,
  files: readonly ImportFile<ChartFile>[],
  known: ReadonlyMap<string, Row<'charts'>>,
  datasetUuids: readonly string[] = [],
): Promise<ImportedCharts> {
  const wanted = [...files.map(({ value }) => value.dataset_uuid), ...datasetUuids]
  const datasets = await importDatasetsOf(run, archive, wanted)
  await makeTags(run, archive)
  const charts = new Map<string, number>()
  for (const { name, value } of files) {
    const datasetId = datasets.get(value.dataset_uuid)
    if (datasetId === undefined)
      throw importProblem({ [name]: 'The archive does not hold the dataset of the chart' }, run.noun)
    charts.set(value.uuid, await storeChart(run, name, value, datasetId, known.get(value.uuid) ?? null))
  }
  return { charts, datasets }
}

async function storeChart(
  run: ImportRun,
  name: string,
  file: ChartFile,
  datasetId: number,
  stored: Row<'charts'> | null,
): Promise<number> {
  const { db } = run.services
  const now = run.services.now()
  const at = now.toISOString()
  const row = chartRow(file, datasetId, now, run.userId)
  if (!stored && !run.caller.can('can_write', 'Chart'))
    throw importProblem({ [name]: 'The chart does not exist and you may not make one' }, run.noun)
  const id = stored ? await updateChart(run, stored.id, row) : await insertChart(run, row)
  await restoreTags(run, 'chart', id, file.tags ?? [])
  await keepVersion(db, { kind: 'chart', objectId: id, body: row, userId: run.userId, at })
  return id
}

async function updateChart(run: ImportRun, id: number, row: NewRow<'charts'>): Promise<number> {
  const { uuid, created_on, created_by, ...changes } = row
  await run.services.db.updateTable('charts').set(changes).where('id', '=', id).execute()
  return id
}

async function insertChart(run: ImportRun, row: NewRow<'charts'>): Promise<number> {
  const { db } = run.services
  const { id } = await db.insertInto('charts').values(row).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('owners').values({ kind: 'chart', object_id: id, user_id: run.userId }).execute()
  return id
}

const chartRow = (file: ChartFile, datasetId: number, now: Date, userId: number): NewRow<'charts'> => ({
  uuid: file.uuid,
  slice_name: file.slice_name,
  ...savedChart(file, datasetId, now),
  datasource_id: datasetId,
  datasource_type: 'table',
  description: file.description ?? null,
  cache_timeout: file.cache_timeout ?? null,
  certified_by: file.certified_by ?? null,
  certification_details: file.certification_details ?? null,
  is_managed_externally: file.is_managed_externally ? 1 : 0,
  external_url: file.external_url ?? null,
  created_on: now.toISOString(),
  changed_on: now.toISOString(),
  created_by: userId,
  changed_by: userId,
  last_saved_at: now.toISOString(),
  last_saved_by: userId,
})

async function knownCharts({ services }: ImportRun, files: readonly ImportFile<ChartFile>[]) {
  const uuids = files.map(({ value }) => value.uuid)
  const rows = await services.db
    .selectFrom('charts')
    .selectAll()
    .where('uuid', 'in', ['', ...uuids])
    .execute()
  return new Map(rows.map((row) => [row.uuid, row]))
}

async function visibleIds({ services, caller }: ImportRun, charts: readonly Row<'charts'>[]): Promise<Set<number>> {
  const rows = await services.db
    .selectFrom('charts')
    .select('id')
    .where('id', 'in', [-1, ...charts.map((chart) => chart.id)])
    .where(visibleCharts(caller))
    .execute()
  return new Set(rows.map((row) => row.id))
}
