import { z } from 'zod'
import type { Peers } from '../../gateway/shared/peers.server.ts'
import type { Picture } from './picture.ts'

const TOPIC = 'picture'
const LINE_END = 0x0a

const HEAD = z.object({
  of: z.string(),
  mark: z.string(),
  status: z.enum(['Pending', 'Computing', 'Updated', 'Error']),
  at: z.coerce.date(),
  chosen: z.record(z.string(), z.unknown()).nullable(),
})

/** Answers other servers that ask for pictures which were asked for here. */
export function givePictures(peers: Peers, find: (digest: string) => Picture | null): void {
  peers.answer(TOPIC, async (digest) => {
    const picture = find(z.string().parse(digest))
    if (!picture) return null
    const { png, ...head } = picture
    return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), png ?? new Uint8Array()])
  })
}

/** A picture that another server was asked for; null where none was. */
export async function pictureAway(peers: Peers, digest: string): Promise<Picture | null> {
  const bytes = await peers.ask(TOPIC, digest)
  if (bytes === null) return null
  const end = bytes.indexOf(LINE_END)
  const head = HEAD.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString()))
  return { ...head, png: head.status === 'Updated' ? bytes.subarray(end + 1) : null }
}
