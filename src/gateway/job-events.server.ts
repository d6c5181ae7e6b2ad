import { LRUCache } from 'lru-cache'
import type { Caller } from '../wire/caller.ts'
import type { RequestContext } from '../wire/mount.server.ts'
import type { Services } from './services.server.ts'

/** What becomes of a question that is answered later (reference: charts-dashboards A.8). */
export interface Job {
  readonly channel_id: string
  readonly job_id: string
  readonly user_id: number | null
  readonly status: 'pending' | 'running' | 'done' | 'error'
  readonly errors: readonly unknown[]
  readonly result_url: string | null
}
interface JobEvent extends Job {
  /** Milliseconds and a number, in the order in which events came. */
  readonly id: string
}

export interface JobEvents {
  add(job: Job): void
  /** Events of a channel after an id; all that are kept without one. */
  after(channel: string, lastId: string | null): readonly JobEvent[]
  /** Tells every later event of a channel until the returned function is called. */
  listen(channel: string, tell: (event: JobEvent) => void): () => void
}

/** The incumbent's bound of a stream. */
const MOST_EVENTS = 1000
const MOST_CHANNELS = 5000
const CHANNEL_MS = 3_600_000

const known = new WeakMap<object, JobEvents>()

/** The events of this process. */
export function jobEventsOf(services: Pick<Services, 'now'>): JobEvents {
  const have = known.get(services)
  if (have) return have
  const made = memoryJobEvents(() => services.now().getTime())
  known.set(services, made)
  return made
}

function memoryJobEvents(now: () => number): JobEvents {
  const channels = new LRUCache<string, readonly JobEvent[]>({ max: MOST_CHANNELS, ttl: CHANNEL_MS })
  const listeners = new Map<string, ReadonlySet<(event: JobEvent) => void>>()
  let count = 0
  return {
    add: (job) => {
      count += 1
      const event = { id: `${now()}-${count}`, ...job }
      const before = channels.get(job.channel_id) ?? []
      channels.set(job.channel_id, [...before, event].slice(-MOST_EVENTS))
      for (const tell of listeners.get(job.channel_id) ?? []) tell(event)
    },
    after: (channel, lastId) => {
      const events = channels.get(channel) ?? []
      return lastId === null ? events : events.filter((event) => isLater(event.id, lastId))
    },
    listen: (channel, tell) => {
      listeners.set(channel, new Set([...(listeners.get(channel) ?? []), tell]))
      return () => {
        const left = new Set([...(listeners.get(channel) ?? [])].filter((one) => one !== tell))
        if (left.size === 0) listeners.delete(channel)
        else listeners.set(channel, left)
      }
    },
  }
}

/** Ids are compared by their time, then by their number; what is no id is before everything. */
function isLater(id: string, than: string): boolean {
  const [ms = 0, number = 0] = id.split('-').map(Number)
  const [thanMs = 0, thanNumber = 0] = than.split('-').map(Number)
  if (Number.isNaN(thanMs)) return true
  return ms > thanMs || (ms === thanMs && number > (thanNumber || 0))
}

const COOKIE = 'async-token'
const ALGORITHM = 'HS256'

export interface Channel {
  readonly id: string
  /** The header that gives the browser its token, null when it has one. */
  readonly cookie: string | null
}

/** Who listens on a channel: a user, or a guest by name. */
const ownerOf = (caller: Pick<Caller, 'kind' | 'userId' | 'username'>) =>
  `${caller.kind}:${caller.userId ?? caller.username}`

type Signer = Pick<Services, 'sign' | 'now'>
const keyOf = (services: Signer) => new TextEncoder().encode(services.sign('async events'))

/**
 * The channel of the caller's `async-token` cookie, or that of the session where it has none: the same for all requests
 * that a page sends at once.
 */
export async function channelOf(
  services: Signer,
  caller: Caller,
  context: Pick<RequestContext, 'cookie' | 'origin'>,
): Promise<Channel> {
  const have = await readChannel(services, caller, context.cookie(COOKIE))
  if (have) return { id: have, cookie: null }
  const { SignJWT } = await import('jose')
  const id = services.sign(`async channel ${ownerOf(caller)} ${caller.sessionId ?? ''}`).slice(0, 32)
  const token = await new SignJWT({ channel: id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(ownerOf(caller))
    .sign(keyOf(services))
  const secure = context.origin.startsWith('https:') ? '; Secure' : ''
  return { id, cookie: `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}` }
}

/** The channel that a token names, null when it is not this caller's. */
export async function readChannel(services: Signer, caller: Caller, token: string | null): Promise<string | null> {
  if (!token) return null
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: [ALGORITHM],
      subject: ownerOf(caller),
      currentDate: services.now(),
    })
    return typeof payload['channel'] === 'string' ? payload['channel'] : null
  } catch {
    return null
  }
}
