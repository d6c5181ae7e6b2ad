import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { ExportFile } from '../../gateway/export-files.server.ts'
import { type Archive, openArchive } from '../../gateway/import-files.server.ts'
import { type ImportRun, inTransaction, readImportFields } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readUpload } from '../../gateway/upload.server.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { importReport } from './import-report.server.ts'
import type { TransferRoutes } from './transfer.ts'

export interface Transfer {
  /** Name of the kind in the names of archives: `chart`. */
  readonly kind: string
  /** Name of the kind in errors, where it is another. */
  readonly noun?: string
  /** Type in `metadata.yaml`, which an import must have; null takes any. */
  readonly type: string | null
  readonly table: 'dashboards' | 'charts' | 'datasets' | 'saved_queries'
  /** Where the archive holds the kind. */
  readonly folder: string
  /** The files of objects that the caller may see; null when one of the ids is none of them. */
  files(services: Services, ids: readonly number[], caller: Caller): Promise<readonly ExportFile[] | null>
  store(run: ImportRun, archive: Archive): Promise<void>
}

/** Serves the export and the import of one kind, and the report on an import. */
export function transferEndpoints(routes: TransferRoutes, transfer: Transfer, services: Services): Endpoint[] {
  const { kind, type, noun = kind } = transfer
  const sent = async (caller: Caller, context: RequestContext) => {
    const { userId } = caller
    if (userId === null) throw new Problem(403, 'Forbidden')
    const { file, fields } = await readUpload(context, 'formData')
    const archive = await openArchive(file, noun, type ?? undefined)
    return { archive, run: { services, caller, userId, noun, ...readImportFields(fields) } }
  }
  return [
    endpoint(routes.exportZip, async ({ q }, caller) => {
      const files = q.length === 0 ? null : await transfer.files(services, [...new Set(q)], caller)
      if (files === null) throw notFound()
      return archiveAnswer(kind, files, services.now())
    }),
    endpoint(routes.importZip, async (_input, caller, context) => {
      const { archive, run } = await sent(caller, context)
      await inTransaction(services, (own) => transfer.store({ ...run, services: own }, archive))
      services.audit(auditEvent(`${kind}.import`, 'archive', caller, context))
      return { message: 'OK' }
    }),
    endpoint(routes.inspectZip, async (_input, caller, context) => {
      const { archive, run } = await sent(caller, context)
      return { result: await importReport(run, archive, transfer) }
    }),
  ]
}
