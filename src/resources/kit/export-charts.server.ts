import {
  databaseFile,
  datasetFiles,
  type ExportFile,
  exportFile,
  objectOf,
  VERSION,
} from '../../gateway/export-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { fileName } from '../../gateway/yaml-file.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { readableDatasets } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'

/** Datasets that a caller may read, each before its database, and their uuids by id. */
export interface ExportedDatasets {
  readonly uuids: ReadonlyMap<number, string>
  files(id: number | null): readonly ExportFile[]
}

/** What an archive says of datasets; of those that the caller may not read it names only the uuid. */
export async function exportDatasets(
  { db, decrypt }: Pick<Services, 'db' | 'decrypt'>,
  ids: readonly (number | null)[],
  caller: Caller,
): Promise<ExportedDatasets> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const known = await inPortions(wanted, (portion) =>
    db.selectFrom('datasets').select(['id', 'uuid']).where('id', 'in', portion).execute(),
  )
  const datasets = await inPortions(wanted, (portion) =>
    db.selectFrom('datasets').selectAll().where('id', 'in', portion).where(readableDatasets(caller)).execute(),
  )
  const databases = await inPortions([...new Set(datasets.map((dataset) => dataset.database_id))], (portion) =>
    db.selectFrom('databases').selectAll().where('id', 'in', portion).execute(),
  )
  const files = await datasetFiles(db, datasets, databases, true)
  const ofDatabase = new Map(databases.map((row) => [row.id, databaseFile(row, decrypt)]))
  const pairs = new Map(
    datasets.map(({ id, database_id }) => [id, [files.get(id), ofDatabase.get(database_id)].filter((file) => !!file)]),
  )
  return {
    uuids: new Map(known.map(({ id, uuid }) => [id, uuid])),
    files: (id) => pairs.get(id ?? -1) ?? [],
  }
}

/** A chart as archives hold it. */
export const chartFile = (
  chart: Row<'charts'>,
  datasets: Pick<ExportedDatasets, 'uuids'>,
  tags: readonly string[],
): ExportFile =>
  exportFile(`charts/${fileName(chart.slice_name ?? '')}_${chart.id}.yaml`, () => ({
    slice_name: chart.slice_name,
    description: chart.description,
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    viz_type: chart.viz_type,
    params: objectOf(chart.params) ?? {},
    query_context: chart.query_context,
    cache_timeout: chart.cache_timeout,
    uuid: chart.uuid,
    version: VERSION,
    dataset_uuid: chart.datasource_id === null ? null : (datasets.uuids.get(chart.datasource_id) ?? null),
    tags,
  }))

/** The files in their order, each name once. */
export const uniqueFiles = (files: readonly ExportFile[]): ExportFile[] => [
  ...new Map(files.map((file) => [file.name, file])).values(),
]
