import { databaseFile, datasetFiles, type ExportFile, objectOf, VERSION } from '../../gateway/export-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { fileName, toYaml } from '../../gateway/yaml-file.ts'
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
  if (wanted.length === 0) return { uuids: new Map(), files: () => [] }
  const known = await db.selectFrom('datasets').select(['id', 'uuid']).where('id', 'in', wanted).execute()
  const datasets = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', 'in', wanted)
    .where(readableDatasets(caller))
    .execute()
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [-1, ...datasets.map((dataset) => dataset.database_id)])
    .execute()
  const files = await datasetFiles(db, datasets, databases, true)
  const databaseIds = new Map(datasets.map((dataset) => [dataset.id, dataset.database_id]))
  return {
    uuids: new Map(known.map(({ id, uuid }) => [id, uuid])),
    files: (id) => {
      const file = id === null ? undefined : files.get(id)
      const database = databases.find((row) => row.id === databaseIds.get(id ?? -1))
      return file && database ? [file, databaseFile(database, decrypt)] : []
    },
  }
}

/** A chart as archives hold it. */
export const chartFile = (
  chart: Row<'charts'>,
  datasets: Pick<ExportedDatasets, 'uuids'>,
  tags: readonly string[],
): ExportFile => ({
  name: `charts/${fileName(chart.slice_name ?? '')}_${chart.id}.yaml`,
  content: toYaml({
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
  }),
})

/** The files in their order, each name once. */
export const uniqueFiles = (files: readonly ExportFile[]): ExportFile[] => [
  ...new Map(files.map((file) => [file.name, file])).values(),
]
