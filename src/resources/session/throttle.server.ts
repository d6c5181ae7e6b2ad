import type { Notes } from '../../gateway/shared/notes.server.ts'

const WINDOW_MS = 5 * 60_000
const MAX_FAILURES = 5
const LOCK_MS = 15 * 60_000
const TRY_EVERY_MS = 60_000
/** What is worth remembering of a name: it may be locked for as long as this after its first failure. */
export const FAILURES_KEPT = { most: 10_000, keptMs: WINDOW_MS + LOCK_MS } as const

export interface Failures {
  readonly count: number
  readonly since: number
  readonly lockedUntil: number
  readonly nextTry: number
}

/** Slows down guessing: after five failures in five minutes, one try a minute for a quarter of an hour. */
export interface LoginThrottle {
  /** Milliseconds to wait before the next try for this name; 0 when it may try. */
  waitMs(name: string, now: number): Promise<number>
  failed(name: string, now: number): Promise<void>
  succeeded(name: string): Promise<void>
}

export function loginThrottle(names: Notes<Failures>): LoginThrottle {
  return {
    waitMs: async (name, now) => {
      const failures = counted(await names.read(name.toLowerCase()), now)
      return now < failures.lockedUntil ? Math.max(0, failures.nextTry - now) : 0
    },
    failed: (name, now) => names.change(name.toLowerCase(), (known) => oneMore(counted(known, now), now)),
    succeeded: (name) => names.remove(name.toLowerCase()),
  }
}

/** The failures that still count. */
function counted(known: Failures | null, now: number): Failures {
  if (known && (now - known.since < WINDOW_MS || now < known.lockedUntil)) return known
  return { count: 0, since: now, lockedUntil: 0, nextTry: 0 }
}

function oneMore(failures: Failures, now: number): Failures {
  const count = failures.count + 1
  if (count < MAX_FAILURES) return { ...failures, count }
  const lockedUntil = now >= failures.lockedUntil ? now + LOCK_MS : failures.lockedUntil
  return { ...failures, count, lockedUntil, nextTry: now + TRY_EVERY_MS }
}
