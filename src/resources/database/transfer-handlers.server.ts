import { datasetFilesOfDatabases, metadataFile, wholeDatabaseFile } from '../../gateway/export-files.server.ts'
import { DatabaseFile, findDatabase, importDatabases } from '../../gateway/import-database.server.ts'
import { DatasetFile, importDatasets } from '../../gateway/import-dataset.server.ts'
import { type Archive, type ImportFile, importProblem } from '../../gateway/import-files.server.ts'
import { type ImportRun, notPassed } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { inPortions } from '../../metadata/in-portions.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { transferEndpoints } from '../kit/transfer.server.ts'
import { databaseRoutes as routes } from './contract.ts'

const TYPE = 'Database'

/** Databases as archives, out and in. */
export const databaseTransferEndpoints = (services: Services): Endpoint[] =>
  transferEndpoints(
    routes,
    {
      kind: 'database',
      type: TYPE,
      table: 'databases',
      folder: 'databases',
      files: databaseFiles,
      store: importWithDatasets,
    },
    services,
  )

/** Databases that the caller may use, with all of their datasets; null when one of them is not there. */
async function databaseFiles(services: Services, ids: readonly number[], caller: Caller) {
  const rows = await inPortions(ids, (portion) =>
    services.db.selectFrom('databases').selectAll().where('id', 'in', portion).where(usableDatabases(caller)).execute(),
  )
  if (rows.length < ids.length) return null
  const datasets = await datasetFilesOfDatabases(services.db, rows)
  const files = rows.flatMap((row) => [wholeDatabaseFile(row, services.decrypt), ...(datasets.get(row.id) ?? [])])
  return [metadataFile(TYPE, services.now()), ...files]
}

/** Stores databases of an archive and those of their datasets that are not here. */
async function importWithDatasets(run: ImportRun, archive: Archive): Promise<void> {
  const { services, userId } = run
  const datasets = archive.files('datasets', DatasetFile)
  const databases = archive.files('databases', DatabaseFile)
  if (!run.overwrite) await refuseKnown(run, databases)
  const ids = await importDatabases(services, databases, userId, run)
  await importDatasets(services, datasets, ids, userId)
}

/** Throws 422 naming the files whose databases are stored. */
async function refuseKnown({ services, noun }: ImportRun, files: readonly ImportFile<DatabaseFile>[]): Promise<void> {
  const refused: Record<string, string> = {}
  for (const { name, value } of files) if (await findDatabase(services, value)) refused[name] = notPassed('Database')
  if (Object.keys(refused).length > 0) throw importProblem(refused, noun)
}
