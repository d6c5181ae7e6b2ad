import { statSync, truncateSync } from 'node:fs'
import { appendFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskRoom, Services } from '../gateway/services.server.ts'

const MOST_BYTES = 64 * 1024 * 1024
/** A small disk gives up no more than this part of what is free. */
const SHARE = 20
/** The reserve is lent in so many parts. */
const PARTS = 16
const CHUNK_BYTES = 1024 * 1024
const LOOK_MS = 5_000
/** A failure is believed for so long, since a quota does not show in what the file system calls free. */
const BELIEVED_MS = 30_000

export interface KeptDiskRoom extends DiskRoom {
  /** Looks what is free: takes the reserve, or what is left for it, and judges whether the disk is full. */
  look(): Promise<void>
}

interface DiskParts {
  readonly dir: string
  readonly log: Services['log']
  /** Bytes that may still be written; of the file system without it. */
  readonly free?: (dir: string) => Promise<number>
}

/**
 * Room that is kept in the file `reserve` of the data directory, 64 MB on an ordinary disk, so that a full disk can be
 * cleared and what is cleared be written down: ordinary changes are refused while signing in, deletions and the audit
 * log go on. Nothing is taken before the first look.
 */
export function openDiskRoom({ dir, log, free = freeBytes }: DiskParts): KeptDiskRoom {
  const file = join(dir, 'reserve')
  let [most, lent, believedUntil, isFull] = [0, 0, 0, false]
  let looking: Promise<void> | null = null
  const held = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const tell = (now: boolean) => {
    if (now === isFull) return
    isFull = now
    if (now) log('error', 'the disk of the data directory is full: only deletions are stored', { dir })
    else log('warn', 'the disk of the data directory has room again', { dir })
  }
  const lookOnce = async () => {
    const room = (await free(dir)) + held()
    if (most === 0) most = Math.min(MOST_BYTES, Math.floor(room / SHARE))
    tell(room < most + (2 * most) / PARTS || performance.now() < believedUntil)
    for (let missing = Math.min(most, room) - held(); missing > 0 && lent === 0; missing -= CHUNK_BYTES)
      await appendFile(file, Buffer.alloc(Math.min(CHUNK_BYTES, missing)), { mode: 0o600 })
  }
  const look = () => {
    // A disk that takes no more gives no reserve; what is held of it is held.
    looking ??= lookOnce()
      .catch((cause: unknown) => log('info', 'no room was reserved', { cause: String(cause) }))
      .finally(() => {
        looking = null
      })
    return looking
  }
  return {
    look,
    isFull: () => isFull,
    noteFull: () => {
      believedUntil = performance.now() + BELIEVED_MS
      tell(true)
    },
    lend: () => {
      lent += 1
      const size = held()
      if (size > 0) truncateSync(file, Math.max(0, size - Math.ceil(Math.max(most, size) / PARTS)))
      return () => {
        lent -= 1
        if (lent === 0) void look()
      }
    },
  }
}

/** Looks every few seconds from now on; the process may end all the same. */
export function watchDiskRoom(room: Pick<KeptDiskRoom, 'look'>): void {
  setInterval(() => void room.look(), LOOK_MS).unref()
}

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
