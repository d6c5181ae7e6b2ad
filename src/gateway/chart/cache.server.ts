import { LRUCache } from 'lru-cache'

/** An answer as it left the engine: the rows as ready JSON and what is known of them. */
interface CachedAnswer<T> {
  readonly value: T
  readonly bytes: number
  readonly at: Date
}

/** An answer was asked for that may only come from the cache, and is not there. */
export class NotCachedError extends Error {}

type Make<T> = (signal: AbortSignal) => Promise<{ readonly value: T; readonly bytes: number }>

interface Asked<T> {
  readonly key: string
  readonly force: boolean
  readonly ttlMs: number
  readonly signal: AbortSignal
  /** Throws NotCachedError instead of making an answer. */
  readonly onlyCached?: boolean | undefined
  /** Nobody waits for it yet: who does begins a run of his own, which does not wait for its turn behind others. */
  readonly isAhead?: boolean | undefined
  /** The answer is the same on every server. */
  readonly isShared?: boolean | undefined
  readonly make: Make<T>
}

export interface AnswerCache<T> {
  /**
   * The answer under a key, from the cache or from `make`. Callers that ask for the same key at the same time share
   * one run; it is aborted when the last of them has gone.
   */
  get(asked: Asked<T>): Promise<CachedAnswer<T> & { readonly isCached: boolean }>
  /** What is kept under a key, without asking for it. */
  peek(key: string): T | undefined
}

export interface FoundAnswer<T> extends CachedAnswer<T> {
  readonly isCached: boolean
  /** How long it may be given yet. */
  readonly keptMs: number
}

/** What servers keep together behind the caches of their own. */
export interface SecondLevel<T> {
  find(key: string): Promise<FoundAnswer<T> | null>
  get(asked: Pick<Asked<T>, 'key' | 'force' | 'ttlMs' | 'signal' | 'make'>): Promise<FoundAnswer<T>>
  /** Tells which answer is out of date, null for all. */
  onOutdated(tell: (key: string | null) => void): void
}

interface Entry<T> extends CachedAnswer<T> {
  readonly isShared: boolean
}

interface Flight<T> {
  readonly result: Promise<FoundAnswer<T>>
  readonly abort: AbortController
  waiting: number
}

/** A cache bounded in bytes, with one run for many who ask at once. */
export function answerCache<T>(
  maxBytes: number,
  now: () => Date,
  second: SecondLevel<T> | null = null,
): AnswerCache<T> {
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => Math.max(1, entry.bytes),
    // Asking the clock is cheaper than the timers that would save it.
    ttlResolution: 0,
  })
  const flights = new Map<string, Flight<T>>()
  /** How often it was told that something is out of date: what was on its way then may be just that. */
  let news = 0

  const keep = (key: string, { value, bytes, at, keptMs }: FoundAnswer<T>, isShared: boolean) => {
    if (keptMs > 0) entries.set(key, { value, bytes, at, isShared }, { ttl: keptMs })
  }
  const start = (asked: Asked<T>) => {
    const { key, ttlMs, make } = asked
    const flightKey = flightKeyOf(asked)
    const abort = new AbortController()
    const isShared = second !== null && asked.isShared === true && ttlMs > 0
    const before = news
    const made = isShared
      ? second.get({ ...asked, signal: abort.signal })
      : make(abort.signal).then((made) => ({ ...made, at: now(), isCached: false, keptMs: ttlMs }))
    const result = made
      .then((found) => {
        if (!isShared || news === before) keep(key, found, isShared)
        return found
      })
      .finally(() => {
        if (flights.get(flightKey)?.abort === abort) flights.delete(flightKey)
      })
    const flight = { result, abort, waiting: 0 }
    flights.set(flightKey, flight)
    return flight
  }
  const onlyFound = async ({ key, isShared, ttlMs }: Asked<T>) => {
    const before = news
    const found = isShared && ttlMs > 0 ? await second?.find(key) : null
    if (!found) throw new NotCachedError()
    if (news === before) keep(key, found, true)
    return found
  }
  second?.onOutdated((key) => {
    news += 1
    if (key !== null) entries.delete(key)
    else for (const [each, { isShared }] of [...entries]) if (isShared) entries.delete(each)
  })

  return {
    get: async (asked) => {
      const { key, force, signal, onlyCached } = asked
      const have = force ? undefined : entries.get(key)
      if (have) return { ...have, isCached: true }
      if (onlyCached) return onlyFound(asked)
      const flightKey = flightKeyOf(asked)
      const flight = flights.get(key) ?? flights.get(flightKey) ?? start(asked)
      flight.waiting += 1
      const leave = () => {
        flight.waiting -= 1
        if (flight.waiting === 0) {
          for (const one of [key, flightKey]) if (flights.get(one) === flight) flights.delete(one)
          flight.abort.abort()
        }
      }
      return raceAbort(flight.result, signal, leave)
    },
    peek: (key) => entries.get(key)?.value,
  }
}

const flightKeyOf = ({ key, isAhead }: { readonly key: string; readonly isAhead?: boolean | undefined }) =>
  isAhead === true ? `ahead ${key}` : key

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
