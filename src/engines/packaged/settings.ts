import { z } from 'zod'

/** What a worker opens, and the modules of the package that open it. */
export const packagedWorkerSettings = z.object({
  entry: z.string(),
  worker: z.string(),
  uri: z.string(),
  path: z.string().nullable(),
  isReadOnly: z.boolean(),
})
export type PackagedWorkerSettings = z.infer<typeof packagedWorkerSettings>
