import { LRUCache } from 'lru-cache'

/** An answer as it left the engine: the rows as ready JSON and what is known of them. */
interface CachedAnswer<T> {
  readonly value: T
  readonly bytes: number
  readonly at: Date
}

/** An answer was asked for that may only come from the cache, and is not there. */
export class NotCachedError extends Error {}

export interface AnswerCache<T> {
  /**
   * The answer under a key, from the cache or from `make`. Callers that ask for the same key at the same time share
   * one run; it is aborted when the last of them has gone.
   */
  get(options: {
    readonly key: string
    readonly force: boolean
    readonly ttlMs: number
    readonly signal: AbortSignal
    /** Throws NotCachedError instead of making an answer. */
    readonly onlyCached?: boolean | undefined
    make(signal: AbortSignal): Promise<{ readonly value: T; readonly bytes: number }>
  }): Promise<CachedAnswer<T> & { readonly isCached: boolean }>
  clear(): void
}

interface Flight<T> {
  readonly result: Promise<CachedAnswer<T>>
  readonly abort: AbortController
  waiting: number
}

/** A cache bounded in bytes, with one run for many who ask at once. */
export function answerCache<T>(maxBytes: number, now: () => Date): AnswerCache<T> {
  const entries = new LRUCache<string, CachedAnswer<T>>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => Math.max(1, entry.bytes),
  })
  const flights = new Map<string, Flight<T>>()

  const start = (key: string, ttlMs: number, make: (signal: AbortSignal) => Promise<{ value: T; bytes: number }>) => {
    const abort = new AbortController()
    const result = make(abort.signal)
      .then(({ value, bytes }) => {
        const entry = { value, bytes, at: now() }
        if (ttlMs > 0) entries.set(key, entry, { ttl: ttlMs })
        return entry
      })
      .finally(() => {
        if (flights.get(key)?.abort === abort) flights.delete(key)
      })
    const flight = { result, abort, waiting: 0 }
    flights.set(key, flight)
    return flight
  }

  return {
    get: async ({ key, force, ttlMs, signal, onlyCached, make }) => {
      const have = force ? undefined : entries.get(key)
      if (have) return { ...have, isCached: true }
      if (onlyCached) throw new NotCachedError()
      const flight = flights.get(key) ?? start(key, ttlMs, make)
      flight.waiting += 1
      const leave = () => {
        flight.waiting -= 1
        if (flight.waiting === 0) {
          if (flights.get(key) === flight) flights.delete(key)
          flight.abort.abort()
        }
      }
      const entry = await raceAbort(flight.result, signal, leave)
      return { ...entry, isCached: false }
    },
    clear: () => entries.clear(),
  }
}

function raceAbort<T>(result: Promise<T>, signal: AbortSignal, onLeave: () => void): Promise<T> {
  if (signal.aborted) {
    onLeave()
    result.catch(() => {})
    return Promise.reject(signal.reason)
  }
  return new Promise((resolve, reject) => {
    const leave = () => {
      onLeave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
