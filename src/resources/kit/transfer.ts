import { type RouteShape, route } from '../../wire/route.ts'
import { IdsQ, Message, Opaque } from './contract.ts'

const MAX_ARCHIVE_BYTES = 104_857_600

/** The two calls that take objects out as an archive and in from one. */
export const transferRoutes = <const V extends string>(base: string, view: V, noun: string) =>
  ({
    exportZip: route({
      method: 'GET',
      path: `${base}/export/`,
      needs: ['can_export', view],
      object: 'listed',
      q: IdsQ,
      reply: Opaque,
      rate: 'export',
      summary: `Take out ${noun} and what they need as a ZIP of YAML files`,
    }),
    importZip: route({
      method: 'POST',
      path: `${base}/import/`,
      needs: ['can_write', view],
      object: 'none',
      bodyFormat: 'stream',
      bodyLimit: MAX_ARCHIVE_BYTES,
      reply: Message,
      rate: 'import',
      summary: `Take in ${noun} from a ZIP that an export made`,
    }),
  }) satisfies Record<string, RouteShape>
export type TransferRoutes = ReturnType<typeof transferRoutes>
