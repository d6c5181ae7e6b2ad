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
import type { TransferRoutes } from './transfer.ts'

export interface Transfer {
  /** Name of the kind in files and errors: `chart`. */
  readonly kind: string
  /** Type in `metadata.yaml`, which an import must have. */
  readonly type: string
  /** The files of objects that the caller may see; null when one of the ids is none of them. */
  files(ids: readonly number[], caller: Caller): Promise<readonly ExportFile[] | null>
  store(run: ImportRun, archive: Archive): Promise<void>
}

/** Serves the export and the import of one kind. */
export function transferEndpoints(routes: TransferRoutes, transfer: Transfer, services: Services): Endpoint[] {
  const { kind, type } = transfer
  return [
    endpoint(routes.exportZip, async ({ q }, caller) => {
      const files = q.length === 0 ? null : await transfer.files([...new Set(q)], caller)
      if (files === null) throw notFound()
      return archiveAnswer(kind, files, services.now())
    }),
    endpoint(routes.importZip, async (_input, caller, context) => {
      const { userId } = caller
      if (userId === null) throw new Problem(403, 'Forbidden')
      const { file, fields } = await readUpload(context, 'formData')
      const settings = readImportFields(fields)
      const archive = await openArchive(file, kind, type)
      await inTransaction(services, (own) =>
        transfer.store({ services: own, caller, userId, noun: kind, ...settings }, archive),
      )
      services.audit(auditEvent(`${kind}.import`, 'archive', caller, context))
      return { message: 'OK' }
    }),
  ]
}
