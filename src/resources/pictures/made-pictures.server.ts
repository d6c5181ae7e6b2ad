import { LRUCache } from 'lru-cache'
import type { Services } from '../../gateway/services.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { Picture } from './picture.ts'
import { givePictures, pictureAway } from './pictures-away.server.ts'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_PICTURES = 2_000
const KEPT_MS = 600_000
const FAILED_MS = 60_000
const LONGEST_MS = 120_000
const AT_ONCE = 2
const MOST_WAITING = 100

/** What is wanted: its name, and how it is made with the rights of who asks. */
export interface WantedPicture extends Pick<Picture, 'of' | 'mark' | 'chosen'> {
  readonly digest: string
  make(signal: AbortSignal): Promise<Uint8Array>
}

export interface MadePictures {
  /** The picture, which is made where there is none yet. Throws 429 where too many are waited for. */
  want(wanted: WantedPicture, force: boolean): Picture
  /** The picture of that name, at whatever server, if it is of the object and was made with these rights. */
  find(digest: string, of: string, mark: string): Promise<Picture | null>
}

/** Pictures of this server: made two at a time, kept for ten minutes within bounds of memory, shown by the others too. */
export function madePictures({ now, log, shared }: Pick<Services, 'now' | 'log' | 'shared'>): MadePictures {
  const pictures = new LRUCache<string, Picture>({
    max: MOST_PICTURES,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ png }) => 1_000 + (png?.byteLength ?? 0),
    ttl: KEPT_MS,
  })
  const waiting: WantedPicture[] = []
  let running = 0
  const put = (
    { digest, of, mark, chosen }: WantedPicture,
    status: Picture['status'],
    png: Uint8Array | null = null,
  ) => {
    const picture: Picture = { of, mark, chosen, status, at: now(), png }
    pictures.set(digest, picture, status === 'Error' ? { ttl: FAILED_MS } : {})
    return picture
  }
  const make = async (wanted: WantedPicture) => {
    put(wanted, 'Computing')
    try {
      put(wanted, 'Updated', await wanted.make(AbortSignal.timeout(LONGEST_MS)))
    } catch (cause) {
      put(wanted, 'Error')
      if (!(cause instanceof Problem)) log('warn', 'a picture was not made', { of: wanted.of, cause: String(cause) })
    }
  }
  const next = () => {
    const wanted = running < AT_ONCE ? waiting.shift() : undefined
    if (!wanted) return
    running += 1
    void make(wanted).finally(() => {
      running -= 1
      next()
    })
    next()
  }
  givePictures(shared.peers, (digest) => pictures.get(digest) ?? null)
  return {
    want: (wanted, force) => {
      const have = pictures.get(wanted.digest)
      const isUnderWay = have?.status === 'Pending' || have?.status === 'Computing'
      if (have && (isUnderWay || !force)) return have
      if (waiting.length >= MOST_WAITING) throw new Problem(429, 'Too many pictures are waited for. Try again later.')
      const picture = put(wanted, 'Pending')
      waiting.push(wanted)
      next()
      return picture
    },
    find: async (digest, of, mark) => {
      const found = pictures.get(digest) ?? (await pictureAway(shared.peers, digest))
      return found && found.of === of && found.mark === mark ? found : null
    },
  }
}
