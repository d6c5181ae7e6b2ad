import { auditEvent } from '../../gateway/audit-event.server.ts'
import { datasetFilesOfDatabases, metadataFile, wholeDatabaseFile } from '../../gateway/export-files.server.ts'
import { DatabaseFile, findDatabase, importDatabases } from '../../gateway/import-database.server.ts'
import { DatasetFile, importDatasets } from '../../gateway/import-dataset.server.ts'
import { type ImportFile, importProblem, openArchive } from '../../gateway/import-files.server.ts'
import { inTransaction, notPassed, readImportFields } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readUpload } from '../../gateway/upload.server.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import type { Raw } from '../../wire/raw.ts'
import { databaseRoutes as routes } from './contract.ts'

const NOUN = 'database'
const TYPE = 'Database'

/** Databases as archives, out and in. */
export function transferEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.exportZip, async ({ q }, caller) => exportDatabases(services, q, caller)),
    endpoint(routes.importZip, async (_, caller, context) => {
      const { file, fields } = await readUpload(context, 'formData')
      const archive = await openArchive(file, NOUN, TYPE)
      const datasets = archive.files('datasets', DatasetFile)
      const databases = archive.files('databases', DatabaseFile)
      const { overwrite, passwords } = readImportFields(fields)
      if (!overwrite) await refuseKnown(services, databases)
      await inTransaction(services, async (own) => {
        const ids = await importDatabases(own, databases, caller.userId, { overwrite, passwords, noun: NOUN })
        await importDatasets(own, datasets, ids, caller.userId)
      })
      services.audit(auditEvent('database.import', `${databases.length} databases`, caller, context))
      return { message: 'OK' }
    }),
  ]
}

/** Throws 422 naming the files whose databases are stored. */
async function refuseKnown(services: Services, files: readonly ImportFile<DatabaseFile>[]): Promise<void> {
  const refused: Record<string, string> = {}
  for (const { name, value } of files) if (await findDatabase(services, value)) refused[name] = notPassed('Database')
  if (Object.keys(refused).length > 0) throw importProblem(refused, NOUN)
}

async function exportDatabases(services: Services, ids: readonly number[], caller: Caller): Promise<Raw> {
  const rows =
    ids.length === 0
      ? []
      : await services.db
          .selectFrom('databases')
          .selectAll()
          .where('id', 'in', [...ids])
          .where(usableDatabases(caller))
          .execute()
  if (rows.length === 0 || rows.length < new Set(ids).size) throw notFound()
  const now = services.now()
  const datasets = await datasetFilesOfDatabases(services.db, rows)
  const files = rows.flatMap((row) => [wholeDatabaseFile(row, services.decrypt), ...(datasets.get(row.id) ?? [])])
  return archiveAnswer(NOUN, [metadataFile(TYPE, now), ...files], now)
}
