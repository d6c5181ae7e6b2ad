import { DatabaseFile, importDatabases } from '../../gateway/import-database.server.ts'
import type { Archive } from '../../gateway/import-files.server.ts'
import type { ImportRun } from '../../gateway/import-run.server.ts'
import { importOwnDatasets } from '../../gateway/import-sources.server.ts'
import { importDashboards } from '../kit/dashboard-files/store.server.ts'
import { savedQueryTransfer } from '../kit/saved-queries/transfer.server.ts'

/**
 * Stores all that an archive holds, by the imports of its kinds: databases before the datasets in them, and charts with
 * the dashboards that show them. Throws 422 naming the files that fail.
 */
export async function importAssets(run: ImportRun, archive: Archive): Promise<void> {
  await importDatabases(run.services, archive.files('databases', DatabaseFile), run.userId, run)
  await importOwnDatasets(run, archive)
  await importDashboards(run, archive)
  await savedQueryTransfer.store(run, archive)
}
