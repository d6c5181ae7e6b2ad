import { z } from 'zod'

/** What a worker opens. */
export const sqliteWorkerSettings = z.object({ path: z.string(), isReadOnly: z.boolean() })
export type SqliteWorkerSettings = z.infer<typeof sqliteWorkerSettings>
