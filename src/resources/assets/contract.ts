import { route } from '../../wire/route.ts'
import { Message, Opaque } from '../kit/contract.ts'

const BASE = '/api/v1/assets'
const MAX_ARCHIVE_BYTES = 104_857_600

/** Everything of an installation as one archive, out and in; for administrators alone. */
export const assetRoutes = {
  exportZip: route({
    method: 'GET',
    path: `${BASE}/export/`,
    needs: ['can_export', 'ImportExportRestApi'],
    object: 'listed',
    reply: Opaque,
    rate: 'export',
    summary: 'Take out every database, dataset, chart and dashboard, and the saved queries of the caller, as a ZIP',
  }),
  importZip: route({
    method: 'POST',
    path: `${BASE}/import/`,
    needs: ['can_import', 'ImportExportRestApi'],
    object: 'none',
    bodyFormat: 'stream',
    bodyLimit: MAX_ARCHIVE_BYTES,
    reply: Message,
    rate: 'import',
    summary: 'Take in everything that an archive holds, as a whole or not at all; what is known is written over',
  }),
} as const
