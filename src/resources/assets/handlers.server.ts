import { auditEvent } from '../../gateway/audit-event.server.ts'
import { openArchive } from '../../gateway/import-files.server.ts'
import { inTransaction, readImportFields } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readUpload } from '../../gateway/upload.server.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { assetRoutes as routes } from './contract.ts'
import { assetFiles } from './files.server.ts'
import { importAssets } from './store.server.ts'

const NOUN = 'assets'

export const assetEndpoints = (services: Services): Endpoint[] => [
  endpoint(routes.exportZip, async (_, caller, context) => {
    onlyAdministrators(caller)
    const files = await assetFiles(services, caller)
    services.audit(auditEvent('assets.export', `${files.length} files`, caller, context))
    return archiveAnswer(NOUN, files, services.now())
  }),
  endpoint(routes.importZip, async (_, caller, context) => {
    const userId = onlyAdministrators(caller)
    const { file, fields } = await readUpload(context, 'bundle')
    const archive = await openArchive(file, NOUN, NOUN)
    const { passwords } = readImportFields(fields)
    const run = { caller, userId, overwrite: true, overwritesDatasets: true, passwords, noun: NOUN }
    await inTransaction(services, (own) => importAssets({ ...run, services: own }, archive))
    services.audit(auditEvent('assets.import', 'archive', caller, context))
    return { message: 'OK' }
  }),
]

/** The pair could be given to any role, yet only who may see everything can take it out or write over it. */
function onlyAdministrators(caller: Caller): number {
  if (!caller.isAdmin || caller.userId === null) throw new Problem(403, 'Forbidden')
  return caller.userId
}
