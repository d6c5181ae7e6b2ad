import { auditEvent } from '../../gateway/audit-event.server.ts'
import { openArchive } from '../../gateway/import-files.server.ts'
import { inTransaction, readImportFields } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readUpload } from '../../gateway/upload.server.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { importReport } from './import-report.server.ts'
import type { TransferRoutes } from './transfer.ts'
import type { Transfer } from './transfer-kind.server.ts'

/** Serves the export and the import of one kind, and the report on an import. */
export function transferEndpoints(routes: TransferRoutes, transfer: Transfer, services: Services): Endpoint[] {
  const { kind, type, noun = kind } = transfer
  const sent = async (caller: Caller, context: RequestContext) => {
    const { userId } = caller
    if (userId === null) throw new Problem(403, 'Forbidden')
    const { file, fields } = await readUpload(context, 'formData')
    const archive = await openArchive(file, noun, type)
    return { archive, run: { services, caller, userId, noun, ...readImportFields(fields) } }
  }
  return [
    endpoint(routes.exportZip, async ({ q }, caller, context) => {
      const files = await transfer.files(services, [...new Set(q)], caller)
      if (files === null) throw notFound()
      services.audit(auditEvent(`${kind}.export`, `${q.length} of ${kind}`, caller, context, { ids: q }))
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
