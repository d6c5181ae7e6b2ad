import { z } from 'zod'

const attachedTable = z.object({
  /** Name of the view in `main`. */
  name: z.string(),
  /** Catalog under which the file is attached. */
  alias: z.string(),
  file: z.string(),
})

/** What a worker opens, and within which limits. */
export const duckdbWorkerSettings = z.object({
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), path: z.string() }),
    z.object({ kind: z.literal('tables'), tables: z.array(attachedTable) }),
    z.object({ kind: z.literal('writer'), tempDir: z.string() }),
  ]),
  threads: z.number().int().min(1),
  memoryMb: z.number().int().min(64),
})
export type DuckdbWorkerSettings = z.infer<typeof duckdbWorkerSettings>
