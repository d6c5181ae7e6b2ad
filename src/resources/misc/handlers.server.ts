import type { Services } from '../../gateway/services.server.ts'
import type { NaiveMs } from '../../query/time-range/naive.ts'
import { TimeRangeError } from '../../query/time-range/problem.ts'
import { resolveTimeRange } from '../../query/time-range/resolve.ts'
import { clockAt, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { recentActivity, storeEvents } from './activity.server.ts'
import * as contract from './contract.ts'
import { menuFor } from './menu.ts'

const DEFAULT_RECENT = 6
const MAX_RECENT = 100
const MAX_RANGES = 50
const TAKEN = new Raw(200, { 'content-type': 'text/html; charset=utf-8' }, '')

export function miscEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(contract.menu, (_, caller) => ({ result: menuFor(caller) })),
    endpoint(contract.log, async ({ query, body }, caller, context) => {
      await storeEvents(services, caller, query, body.events, context.header('referer'))
      return TAKEN
    }),
    endpoint(contract.recentActivity, async ({ q }, caller) => {
      const size = Math.min(MAX_RECENT, Math.max(1, Math.trunc(q?.page_size ?? DEFAULT_RECENT)))
      return { result: await recentActivity(services, caller, Math.max(0, Math.trunc(q?.page ?? 0)), size) }
    }),
    endpoint(contract.timeRange, ({ q, query }) => {
      const asked = typeof q === 'string' ? [{ timeRange: q, shift: null }] : q
      if (asked.length > MAX_RANGES) throw new Problem(400, `At most ${MAX_RANGES} time ranges per call.`)
      const now = clockAt(services.now().getTime(), query[TIME_ZONE_FIELD] ?? services.conf.DEFAULT_TIME_ZONE)
      return { result: asked.map((item) => bounds(now, item.timeRange, item.shift ?? null)) }
    }),
    endpoint(contract.availableDomains, () => ({ result: { domains: null } })),
  ]
}

function bounds(now: NaiveMs, timeRange: string, shift: string | null) {
  try {
    const { since, until } = resolveTimeRange(timeRange, { now, timeShift: shift })
    return { since: instant(since), until: instant(until), timeRange, shift }
  } catch (cause) {
    if (cause instanceof TimeRangeError) throw new Problem(400, `Unexpected time range: ${cause.message}`, { cause })
    throw cause
  }
}

/** A local time without a zone. */
const instant = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString().slice(0, 19))
