import { metadataFile } from '../../gateway/export-files.server.ts'
import { importOwnDatasets } from '../../gateway/import-sources.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { exportDatasets, uniqueFiles } from '../kit/export-charts.server.ts'
import { transferEndpoints } from '../kit/transfer.server.ts'
import { datasetFileRoutes } from './contract.ts'

const TYPE = 'SqlaTable'

export const datasetFileEndpoints = (services: Services): Endpoint[] =>
  transferEndpoints(
    datasetFileRoutes,
    {
      kind: 'dataset',
      type: TYPE,
      table: 'datasets',
      folder: 'datasets',
      files: datasetFiles,
      store: importOwnDatasets,
    },
    services,
  )

async function datasetFiles({ db, now, decrypt }: Services, ids: readonly number[], caller: Caller) {
  const datasets = await exportDatasets({ db, decrypt }, ids, caller)
  const files = ids.map((id) => datasets.files(id))
  if (files.some((ofOne) => ofOne.length === 0)) return null
  return uniqueFiles([metadataFile(TYPE, now()), ...files.flat()])
}
