import { createHash } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { getValue, putValue } from '../../metadata/key-values.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Asked } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import type { RouteShape } from '../../wire/route.ts'

const HEADER = 'idempotency-key'
const KIND = 'once'
const KEPT_SEC = 86_400
const KEY = /^[\x21-\x7e]{1,255}$/

interface Kept {
  readonly request: string
  /** Encrypted: some replies tell a secret once. */
  readonly reply: string
}

/** Makes what a request creates once for each key that its sender gave it: `make` gives the reply as on the wire. */
export type Once = (request: Asked, caller: Caller, route: RouteShape, make: () => Promise<unknown>) => Promise<unknown>

/**
 * What was created under an `Idempotency-Key` is answered again for a day instead of being created again, to the same
 * user, on the same route. Throws 400 for a key that is none and 422 for a key of another request. Repetitions that come
 * at the same time are known where they come to the same server.
 */
export function onceByKey({ db, now, log, encrypt, decrypt }: Services): Once {
  const turns = new Map<string, Promise<unknown>>()
  const answer = async (key: string, body: string, userId: number, make: () => Promise<unknown>) => {
    const kept = (await getValue(db, KIND, key, now()))?.value as Kept | undefined
    if (kept && kept.request !== body)
      throw new Problem(422, 'The Idempotency-Key was used for another request already.')
    if (kept) return rawJson(decrypt(kept.reply), 201)
    const reply = await make()
    if (reply instanceof Raw) return reply
    const text = JSON.stringify(reply)
    const value: Kept = { request: body, reply: encrypt(text) }
    // The object is there, whatever becomes of the memory of it.
    await putValue(db, { kind: KIND, key, value, userId, now: now(), ttlSec: KEPT_SEC }).catch((cause: unknown) =>
      log('warn', 'a reply could not be kept for its repetition', { cause: String(cause) }),
    )
    return rawJson(text, 201)
  }
  const known = async (
    request: Asked,
    userId: number,
    route: RouteShape,
    said: string | string[],
    make: () => Promise<unknown>,
  ) => {
    if (typeof said !== 'string' || !KEY.test(said))
      throw new Problem(400, 'The Idempotency-Key must be 1 to 255 visible ASCII characters.')
    const key = sha256(`${userId} ${route.path} ${said}`)
    const body = sha256(`${request.url} `, request.body)
    const work = () => answer(key, body, userId, make)
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, turn)
    try {
      return await turn
    } finally {
      if (turns.get(key) === turn) turns.delete(key)
    }
  }
  return (request, caller, route, make) => {
    const said = request.headers[HEADER]
    const isCreation = route.method === 'POST' && route.status === 201
    if (said === undefined || caller.userId === null || !isCreation) return make()
    return known(request, caller.userId, route, said, make)
  }
}

/** Removes the replies that are kept no longer. */
export async function forgetReplies(db: MetadataDb, now: Date): Promise<void> {
  await db.deleteFrom('key_values').where('kind', '=', KIND).where('expires_on', '<', now.toISOString()).execute()
}

function sha256(text: string, bytes?: unknown): string {
  const hash = createHash('sha256').update(text)
  if (bytes instanceof Uint8Array) hash.update(bytes)
  else if (bytes !== undefined && bytes !== null) hash.update(JSON.stringify(bytes))
  return hash.digest('hex')
}
