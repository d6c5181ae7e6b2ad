import { z } from 'zod'
import { LANGUAGES } from '../../kernel/language.ts'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'

const DownloadBody = z.strictObject({
  format: z.enum(['pdf', 'png', 'xlsx'], { error: 'Must be one of: pdf, png, xlsx.' }),
  /** Chosen values of filters and clicked charts, as permalinks keep them; without them, those that the dashboard opens with. */
  dataMask: z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' }).nullish(),
  /** A permalink whose filters are taken instead. */
  permalinkKey: z.string().max(256).nullish(),
  locale: z.enum(LANGUAGES, { error: `Must be one of: ${LANGUAGES.join(', ')}.` }).optional(),
  theme: z.enum(['light', 'dark'], { error: 'Must be one of: light, dark.' }).optional(),
  /** Tells how far it is: JSON lines, the last of them the file. */
  progress: z.boolean().optional(),
})
export type DownloadBody = z.output<typeof DownloadBody>

export const dashboardDownloadRoutes = {
  download: route({
    method: 'POST',
    path: '/api/v1/dashboard/{id}/download/',
    needs: ['can_read', 'Dashboard'],
    object: 'visible',
    params: z.object({ id: z.string() }),
    body: DownloadBody,
    rate: 'export',
    reply: Opaque,
    summary: 'A whole dashboard with all its tabs as PDF, PNG or Excel, under chosen filters',
  }),
}
