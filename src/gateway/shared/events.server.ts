import { LRUCache } from 'lru-cache'

/** What becomes of a question that is answered later (reference: charts-dashboards A.8). */
export interface Job {
  readonly channel_id: string
  readonly job_id: string
  readonly user_id: number | null
  readonly status: 'pending' | 'running' | 'done' | 'error'
  readonly errors: readonly unknown[]
  readonly result_url: string | null
}
export interface JobEvent extends Job {
  /** Milliseconds and a number, in the order in which events came. */
  readonly id: string
}

export interface JobEvents {
  add(job: Job): Promise<void>
  /** Events of a channel after an id; all that are kept without one. */
  after(channel: string, lastId: string | null): Promise<readonly JobEvent[]>
  /** Tells every later event of a channel until the returned function is called. */
  listen(channel: string, tell: (event: JobEvent) => void): () => void
}

/** The events that one server knows of. */
export interface KnownEvents extends JobEvents {
  /** Adds an event that has an id, unless it is known. */
  put(event: JobEvent): void
  /** Channels that somebody listens to, with the last event that was told. */
  listened(): readonly { readonly channel: string; readonly lastId: string | null }[]
}

/** The incumbent's bounds of a stream. */
export const MOST_EVENTS = 1000
export const CHANNEL_MS = 3_600_000
const MOST_CHANNELS = 5000

export function ownEvents(now: () => number): KnownEvents {
  const channels = new LRUCache<string, readonly JobEvent[]>({ max: MOST_CHANNELS, ttl: CHANNEL_MS })
  const listeners = new Map<string, ReadonlySet<(event: JobEvent) => void>>()
  let count = 0
  const put = (event: JobEvent) => {
    const before = channels.get(event.channel_id) ?? []
    if (before.some(({ id }) => id === event.id)) return
    channels.set(event.channel_id, [...before, event].slice(-MOST_EVENTS))
    for (const tell of listeners.get(event.channel_id) ?? []) tell(event)
  }
  return {
    put,
    add: async (job) => {
      count += 1
      put({ id: `${now()}-${count}`, ...job })
    },
    after: async (channel, lastId) => eventsAfter(channels.get(channel) ?? [], lastId),
    listen: (channel, tell) => {
      listeners.set(channel, new Set([...(listeners.get(channel) ?? []), tell]))
      return () => {
        const left = new Set([...(listeners.get(channel) ?? [])].filter((one) => one !== tell))
        if (left.size === 0) listeners.delete(channel)
        else listeners.set(channel, left)
      }
    },
    listened: () =>
      [...listeners.keys()].map((channel) => ({ channel, lastId: channels.get(channel)?.at(-1)?.id ?? null })),
  }
}

/** Events after an id, all without one. */
export const eventsAfter = (events: readonly JobEvent[], lastId: string | null): readonly JobEvent[] =>
  lastId === null ? events : events.filter(({ id }) => comparedIds(id, lastId) > 0)

/** Ids are compared by their time, then by their number; what is no id is before everything. */
export function comparedIds(a: string, b: string): number {
  const [ms = 0, number = 0] = a.split('-').map(Number)
  const [otherMs = 0, otherNumber = 0] = b.split('-').map(Number)
  if (Number.isNaN(otherMs)) return 1
  return ms - otherMs || number - (otherNumber || 0)
}
