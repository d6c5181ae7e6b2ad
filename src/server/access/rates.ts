import { LRUCache } from 'lru-cache'
import type { Spending } from '../../gateway/shared/spending.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Asked } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { RouteShape } from '../../wire/route.ts'

type RateClass = NonNullable<RouteShape['rate']> | 'other'

/** Tokens and how many come back per minute (reference: reliability-security B6). */
const PER_MINUTE: Readonly<Record<RateClass, number>> = {
  login: 50,
  execute: 60,
  estimate: 120,
  chart: 600,
  export: 10,
  import: 1,
  log: 60,
  guest: 300,
  other: 1200,
}
/** A dashboard opens with many requests at once, an import comes in a handful. */
const BURST: Readonly<Partial<Record<RateClass, number>>> = {
  import: 6,
  export: 20,
  execute: 120,
  chart: 1200,
  other: 2400,
}
/** These keep people out or take long; the others only keep the load of one server within bounds. */
const OF_ALL_SERVERS: ReadonlySet<RateClass> = new Set(['login', 'guest', 'execute', 'estimate', 'export', 'import'])
const MINUTE_MS = 60_000
const MAX_BUCKETS = 20_000

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets per user, else per address. What other servers gave out counts here as soon as they have told. */
export function rateCheck(isOn: boolean, clock: () => number, spending: Spending) {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })
  spending.onSpent((key) => {
    const rate = key.split(' ', 1)[0] as RateClass
    if (isOn && OF_ALL_SERVERS.has(rate)) take(buckets, key, rate, clock())
  })
  return (request: Asked, caller: Caller, route: RouteShape): Problem | null => {
    if (!isOn) return null
    const rate = route.rate ?? 'other'
    const who = rate === 'login' || caller.userId === null ? request.ip : String(caller.userId)
    const key = `${rate} ${who}`
    const waitMs = take(buckets, key, rate, clock())
    if (waitMs === 0 && OF_ALL_SERVERS.has(rate)) spending.spend(key)
    if (waitMs === 0) return null
    return new Problem(429, 'Too many requests', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
  }
}

function take(buckets: LRUCache<string, Bucket>, key: string, rate: RateClass, now: number): number {
  const perMinute = PER_MINUTE[rate]
  const most = BURST[rate] ?? perMinute
  const bucket = buckets.get(key) ?? { tokens: most, at: now }
  bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.at) * perMinute) / MINUTE_MS)
  bucket.at = now
  buckets.set(key, bucket)
  if (bucket.tokens < 1) return ((1 - bucket.tokens) * MINUTE_MS) / perMinute
  bucket.tokens -= 1
  return 0
}
