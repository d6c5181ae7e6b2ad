const WINDOW_MS = 5 * 60_000
const MAX_FAILURES = 5
const LOCK_MS = 15 * 60_000
const TRY_EVERY_MS = 60_000
const MAX_NAMES = 10_000

interface Failures {
  count: number
  since: number
  lockedUntil: number
  nextTry: number
}

/** Slows down guessing: after five failures in five minutes, one try a minute for a quarter of an hour. */
export interface LoginThrottle {
  /** Milliseconds to wait before the next try for this name; 0 when it may try. */
  waitMs(name: string, now: number): number
  failed(name: string, now: number): void
  succeeded(name: string): void
}

export function loginThrottle(): LoginThrottle {
  const names = new Map<string, Failures>()
  const entry = (name: string, now: number): Failures => {
    const known = names.get(name)
    if (known && (now - known.since < WINDOW_MS || now < known.lockedUntil)) return known
    return { count: 0, since: now, lockedUntil: 0, nextTry: 0 }
  }
  return {
    waitMs: (name, now) => {
      const failures = entry(name.toLowerCase(), now)
      return now < failures.lockedUntil ? Math.max(0, failures.nextTry - now) : 0
    },
    failed: (name, now) => {
      const key = name.toLowerCase()
      const failures = entry(key, now)
      failures.count += 1
      if (failures.count >= MAX_FAILURES) {
        if (now >= failures.lockedUntil) failures.lockedUntil = now + LOCK_MS
        failures.nextTry = now + TRY_EVERY_MS
      }
      names.delete(key)
      names.set(key, failures)
      if (names.size > MAX_NAMES) names.delete(names.keys().next().value ?? '')
    },
    succeeded: (name) => {
      names.delete(name.toLowerCase())
    },
  }
}
