import type { Services } from '../../gateway/services.server.ts'
import type { NaiveMs } from '../../query/time-range/naive.ts'
import { TimeRangeError } from '../../query/time-range/problem.ts'
import { resolveTimeRange } from '../../query/time-range/resolve.ts'
import { clockAt, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { itemEnvelope, listAnswer } from '../kit/list.server.ts'
import { recentActivity, storeEntry, storeEvents } from './activity.server.ts'
import { ADVANCED_TYPES, convertAdvanced } from './advanced-types.server.ts'
import * as contract from './contract.ts'
import { logSpec } from './log-spec.server.ts'
import { menuFor } from './menu.ts'

/** The release of the incumbent whose interface is served, by which clients tell what they may ask. */
const API_RELEASE = '6.1.0'
const DEFAULT_RECENT = 6
const MAX_RECENT = 100
const MAX_RANGES = 50
const MAX_VALUES = 1000
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
    endpoint(contract.advancedTypes, () => ({ result: [...ADVANCED_TYPES] })),
    endpoint(contract.advancedConvert, ({ q }) => ({ result: converted(q?.type, q?.values) })),
    endpoint(contract.version, () => ({ build_number: null, version_sha: '', version_string: API_RELEASE })),
    ...logEndpoints(services),
  ]
}

function logEndpoints(services: Services): Endpoint[] {
  const spec = logSpec(services)
  return [
    endpoint(contract.logCreate, async ({ body }, caller) => {
      const id = await storeEntry(services, caller, body)
      return { id, result: { id, ...body } }
    }),
    endpoint(contract.logList, ({ q }, caller) => listAnswer(spec, services, q, caller)),
    objectEndpoint(contract.logEntry, {
      find: async ({ params }, caller) => (await spec.load([params.id], caller))[0] ?? null,
      handle: ({ params, q }, _, record) => itemEnvelope(spec, params.id, record, q),
    }),
  ]
}

/** Throws 400 for what names no known type, or no values. */
function converted(type: unknown, values: unknown) {
  const refuse = (words: string) => new Problem(400, `Not a valid rison schema ${words}`)
  if (type === undefined) throw refuse("'type' is a required property")
  if (values === undefined) throw refuse("'values' is a required property")
  const known = ADVANCED_TYPES.find((one) => one === type)
  if (known === undefined) throw new Problem(400, 'Invalid advanced data type')
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_VALUES)
    throw refuse(`'values' must be a list of at most ${MAX_VALUES} values`)
  return convertAdvanced(known, values.map(String))
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
