import { LRUCache } from 'lru-cache'
import type { QueryContext } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Services } from '../services.server.ts'
import type { AskContext } from './context.server.ts'
import { chartCache, type KeptRows } from './rows.server.ts'

/** A reply with all that it was made of. */
interface Known extends Pick<AskContext, 'caller' | 'driver'> {
  /** State of the metadata store: datasets, rules, roles and databases are what they were. */
  readonly mark: string
  readonly kept: readonly KeptRows[]
  readonly from: number
  readonly reply: Buffer
}

const REMEMBERED_BYTES = 64 * 1024 * 1024
/** For callers with different rights. */
const KEPT_PER_REQUEST = 8

const known = new LRUCache<QueryContext, readonly Known[]>({
  maxSize: REMEMBERED_BYTES,
  maxEntrySize: REMEMBERED_BYTES / 8,
  sizeCalculation: (replies) => replies.reduce((sum, { reply }) => sum + reply.byteLength, 1_000),
})

/** The reply to the same request of the same caller, where every answer in it is still kept and would be given again. */
export async function rememberedReply(
  services: Services,
  caller: Caller,
  request: QueryContext,
): Promise<Buffer | null> {
  const found = request.force ? undefined : known.get(request)?.find((one) => one.caller === caller)
  if (!found || found.mark !== services.metadataMark()) return null
  const now = services.now().getTime()
  const cache = chartCache(services)
  for (const { planned, key, body, datasetId, generation } of found.kept) {
    if (now < found.from || now > planned.compiled.sameUntil) return null
    if ((await found.driver.version(planned.tables)) !== planned.version) return null
    if (cache.peek(key)?.body !== body || services.shared.generations.of(datasetId) !== generation) return null
  }
  return found.reply
}

/**
 * Keeps a reply whose answers came from the cache, with the state of the metadata store before it was made. Only where
 * nothing in it was made for this one request.
 */
export function rememberReply(
  { services, caller, driver }: AskContext,
  request: QueryContext,
  { mark, kept, reply }: { mark: string | null; kept: readonly KeptRows[]; reply: Buffer },
): void {
  const isLasting = kept.every(
    ({ planned }) => planned.isShared && (planned.version !== null || planned.checks.length === 0),
  )
  if (mark === null || caller.kind !== 'user' || request.force || !isLasting) return
  const from = services.now().getTime()
  const others = (known.get(request) ?? []).filter((one) => one.caller !== caller && one.mark === mark)
  known.set(request, [...others.slice(1 - KEPT_PER_REQUEST), { caller, driver, mark, kept, from, reply }])
}
