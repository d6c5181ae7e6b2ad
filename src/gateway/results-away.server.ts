import { z } from 'zod'
import type { RowBytes } from './result-file.server.ts'
import type { Peers } from './shared/peers.server.ts'

const TOPIC = 'result'
/** What one question may ask for; a longer part is asked for in several. */
const MOST_BYTES = 1024 * 1024

/** What one server asks another: the index of a result, or a part of its rows. */
const QUESTION = z.object({
  key: z.string(),
  part: z
    .object({ from: z.number().int().nonnegative(), size: z.number().int().positive().max(MOST_BYTES) })
    .nullable(),
})

/** Results of this server, for the others to read. */
export interface OwnResults {
  /** The text of the index; null where this server has no such result. */
  indexText(key: string): Promise<string | null>
  open(key: string): Promise<RowBytes>
}

/** Answers other servers that ask for results which are kept here. */
export function giveResults(peers: Peers, own: OwnResults): void {
  peers.answer(TOPIC, async (asked) => {
    const { key, part } = QUESTION.parse(asked)
    const text = await own.indexText(key)
    if (text === null || part === null) return text === null ? null : Buffer.from(text)
    const bytes = await own.open(key)
    try {
      const memory = Buffer.allocUnsafeSlow(part.size)
      const { bytesRead } = await bytes.read(memory, 0, part.size, part.from)
      return memory.subarray(0, bytesRead)
    } finally {
      await bytes.close()
    }
  })
}

/** The text of the index of a result that another server keeps; null where none does. */
export async function indexTextAway(peers: Peers, key: string): Promise<string | null> {
  const bytes = await peers.ask(TOPIC, { key, part: null })
  return bytes && Buffer.from(bytes).toString()
}

/** The rows of a result that another server keeps. What does not come counts as the end of them. */
export const rowsAway = (peers: Peers, key: string): RowBytes => ({
  read: async (memory, offset, length, position) => {
    const part = { from: position, size: Math.min(length, MOST_BYTES) }
    const bytes = await peers.ask(TOPIC, { key, part })
    if (bytes) memory.set(bytes, offset)
    return { bytesRead: bytes?.byteLength ?? 0 }
  },
  close: async () => {},
})
