import { z } from 'zod'
import { type RouteShape, route } from '../../wire/route.ts'
import { IdsQ, Message, Opaque } from './contract.ts'

const MAX_ARCHIVE_BYTES = 104_857_600

const change = z.object({ path: z.array(z.string()).readonly(), before: z.unknown(), after: z.unknown() })

/** What an import of an archive would do; nothing of it is done. */
export const ImportReport = z.object({
  result: z.object({
    objects: z.array(
      z.object({
        kind: z.enum(['dashboard', 'chart', 'dataset', 'database', 'saved_query']),
        file: z.string(),
        uuid: z.string(),
        name: z.string(),
        outcome: z.enum(['created', 'overwritten', 'unchanged']),
        /** Whether the object is there already, so that an import needs `overwrite` or leaves it alone. */
        exists: z.boolean(),
        changes: z.array(change),
      }),
    ),
    /** What the product keeps and does not use: settings, or with the setting `viz_type` a chart that it does not draw. */
    unmapped: z.array(
      z.object({ file: z.string(), name: z.string(), setting: z.string(), value: z.unknown(), reason: z.string() }),
    ),
    /** Secrets to send in the field of the import, as JSON by file; without them there are no objects. */
    secrets: z.array(z.object({ file: z.string(), database: z.string(), field: z.string() })),
    /** Why an import would be refused, by file. */
    problems: z.array(z.object({ file: z.string(), message: z.string() })),
  }),
})
export type ImportReport = z.output<typeof ImportReport>['result']
export type ReportedObject = ImportReport['objects'][number]
export type ReportedSetting = ImportReport['unmapped'][number]

/** The calls that take objects out as an archive, in from one, and say what taking in would do. */
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
    inspectZip: route({
      method: 'POST',
      path: `${base}/import/inspect/`,
      needs: ['can_write', view],
      object: 'none',
      bodyFormat: 'stream',
      bodyLimit: MAX_ARCHIVE_BYTES,
      reply: ImportReport,
      rate: 'export',
      summary: `Tell what taking in ${noun} from a ZIP would do, and what of it the product does not use`,
    }),
  }) satisfies Record<string, RouteShape>
export type TransferRoutes = ReturnType<typeof transferRoutes>
