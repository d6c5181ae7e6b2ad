import { metadataFile } from '../../gateway/export-files.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { tagNames, tagsFile, tagsOf } from '../kit/archive-tags.server.ts'
import { chartFile, exportDatasets, uniqueFiles } from '../kit/export-charts.server.ts'
import { importOwnCharts } from '../kit/import-charts.server.ts'
import { transferEndpoints } from '../kit/transfer.server.ts'
import { chartFileRoutes } from './contract.ts'

const TYPE = 'Slice'

export const chartFileEndpoints = (services: Services): Endpoint[] =>
  transferEndpoints(
    chartFileRoutes,
    { kind: 'chart', type: TYPE, table: 'charts', folder: 'charts', files: chartFiles, store: importOwnCharts },
    services,
  )

async function chartFiles({ db, now, decrypt }: Services, ids: readonly number[], caller: Caller) {
  const charts = await inPortions(
    ids.toSorted((a, b) => a - b),
    (portion) =>
      db
        .selectFrom('charts')
        .selectAll()
        .where('id', 'in', portion)
        .where(visibleCharts(caller))
        .orderBy('id')
        .execute(),
  )
  if (charts.length < ids.length) return null
  const datasets = await exportDatasets(
    { db, decrypt },
    charts.map((chart) => chart.datasource_id),
    caller,
  )
  const tags = await tagsOf(db, 'chart', ids)
  const namesOf = tagNames(tags)
  const tagFile = tagsFile(tags)
  return uniqueFiles([
    metadataFile(TYPE, now()),
    ...charts.flatMap((chart) => [
      chartFile(chart, datasets, namesOf(chart.id)),
      ...datasets.files(chart.datasource_id),
      tagFile,
    ]),
  ])
}
