import { type ExportFile, metadataFile, wholeDatabaseFile } from '../../gateway/export-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { tagNames, tagsFile, tagsOf } from '../kit/archive-tags.server.ts'
import { dashboardTransfer } from '../kit/dashboard-files/files.server.ts'
import { chartFile, exportDatasets, uniqueFiles } from '../kit/export-charts.server.ts'
import { savedQueryTransfer } from '../kit/saved-queries/transfer.server.ts'

const METADATA = 'metadata.yaml'

/**
 * Every object as the archives of its kind hold it. Charts whose dataset is gone are left out, since no import takes
 * them; saved queries are those of the caller, as nobody else's are anywhere.
 */
export async function assetFiles(services: Services, caller: Caller): Promise<readonly ExportFile[]> {
  const { db, now, decrypt } = services
  const databases = await db.selectFrom('databases').selectAll().orderBy('id').execute()
  const datasetIds = (await db.selectFrom('datasets').select('id').where(listedDatasets).orderBy('id').execute()).map(
    (row) => row.id,
  )
  const datasets = await exportDatasets({ db, decrypt }, datasetIds, caller)
  const chartIds = (await db.selectFrom('charts').select('id').orderBy('id').execute()).map((row) => row.id)
  const charts = await inPortions(chartIds, (portion) =>
    db.selectFrom('charts').selectAll().where('id', 'in', portion).orderBy('id').execute(),
  )
  const dashboardIds = (await db.selectFrom('dashboards').select('id').execute()).map((row) => row.id)
  const chartTags = await tagsOf(db, 'chart', chartIds)
  const namesOf = tagNames(chartTags)
  const chartFiles = charts
    .filter((chart) => datasets.uuids.has(chart.datasource_id ?? -1))
    .map((chart) => chartFile(chart, datasets, namesOf(chart.id)))
  const kept = new Set(chartFiles.map((file) => file.name))
  const dashboards = (await filesOf(services, dashboardTransfer, dashboardIds, caller)).filter(
    ({ name }) => !name.startsWith('charts/') || kept.has(name),
  )
  const queries = await filesOf(services, savedQueryTransfer, await ownQueries(services, caller), caller)
  const whole = new Map(databases.map((row) => wholeDatabaseFile(row, decrypt)).map((file) => [file.name, file]))
  const files = uniqueFiles([
    metadataFile('assets', now()),
    ...whole.values(),
    ...datasetIds.flatMap((id) => datasets.files(id)),
    ...chartFiles,
    ...dashboards,
    ...queries,
    tagsFile([...chartTags, ...(await tagsOf(db, 'dashboard', dashboardIds))]),
  ])
  return files.map((file) => whole.get(file.name) ?? file)
}

async function filesOf(
  services: Services,
  transfer: typeof dashboardTransfer,
  ids: readonly number[],
  caller: Caller,
): Promise<readonly ExportFile[]> {
  if (ids.length === 0) return []
  const files = (await transfer.files(services, ids, caller)) ?? []
  return files.filter(({ name }) => name !== METADATA)
}

const ownQueries = async ({ db }: Services, caller: Caller) =>
  (
    await db
      .selectFrom('saved_queries')
      .select('id')
      .where('user_id', '=', caller.userId ?? 0)
      .execute()
  ).map((row) => row.id)
