import { api } from './api.ts'
import type { ServerQuery } from './model/queries.ts'
import { queryFromWire } from './model/wire.ts'

/** As long as results are kept. */
const RECOVERY_MS = 86_400_000
const RECOVERY_TIMEOUT_MS = 10_000

/** The user's runs of the last day, as the server knows them; null when it does not answer. */
export async function recentRuns(): Promise<readonly ServerQuery[] | null> {
  const since = Date.now() - RECOVERY_MS
  const runs = await api.updatedSince(since, AbortSignal.timeout(RECOVERY_TIMEOUT_MS)).catch(() => null)
  return runs === null ? null : runs.map(queryFromWire)
}
