import { z } from 'zod'
import { isTimeZone, NO_TIME_ZONE, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { route } from '../../wire/route.ts'
import { IdParams, ItemQ, ListQ, Opaque } from '../kit/contract.ts'
import { integer, maybe, text } from '../kit/fields.ts'
import { risonNumber } from '../kit/rison-types.ts'

export const menu = route({
  method: 'GET',
  path: '/api/v1/menu/',
  needs: ['can_get', 'MenuApi'],
  object: 'none',
  reply: Opaque,
  summary: 'Entries of the menu that the caller may open',
})
export const log = route({
  method: 'POST',
  path: '/superset/log/',
  needs: ['can_log', 'Superset'],
  object: 'none',
  face: 'page',
  csrf: false,
  rate: 'log',
  bodyFormat: 'fields',
  bodyOptional: true,
  bodyLimit: 1_048_576,
  query: z.looseObject({ slice_id: z.string().optional(), dashboard_id: z.string().optional() }),
  body: z.looseObject({ events: z.unknown().optional(), guest_token: z.unknown().optional() }).catch({}),
  reply: z.unknown(),
  summary: 'Takes beacons of what was looked at; writes rows of the own log only, so it needs no CSRF token',
})
export const recentActivity = route({
  method: 'GET',
  path: '/api/v1/log/recent_activity/',
  needs: ['can_recent_activity', 'Log'],
  object: 'listed',
  q: z
    .looseObject({
      actions: z.array(z.string()).optional(),
      distinct: z.boolean().optional(),
      page: risonNumber().optional(),
      page_size: risonNumber().optional(),
    })
    .optional(),
  reply: z.object({
    result: z.array(
      z.object({
        action: z.string(),
        item_title: z.string(),
        item_type: z.string(),
        item_url: z.string(),
        time: z.number(),
        time_delta_humanized: z.string(),
      }),
    ),
  }),
  summary: 'What the caller looked at last',
})

const RangeItem = z.looseObject({ timeRange: z.string(), shift: z.string().nullish() })
export const timeRange = route({
  method: 'GET',
  path: '/api/v1/time_range/',
  needs: ['can_time_range', 'Api'],
  object: 'none',
  face: 'view',
  query: z.looseObject({ [TIME_ZONE_FIELD]: z.string().refine(isTimeZone, { error: NO_TIME_ZONE }).optional() }),
  q: z.union([z.string(), z.array(RangeItem)]),
  reply: z.object({
    result: z.array(
      z.object({ since: z.string(), until: z.string(), timeRange: z.string(), shift: z.string().nullable() }),
    ),
  }),
  summary: 'Both ends of a time range given in words, as the clock of a time zone shows them',
})
export const availableDomains = route({
  method: 'GET',
  path: '/api/v1/available_domains/',
  needs: ['can_read', 'AvailableDomains'],
  object: 'none',
  reply: z.object({ result: z.object({ domains: z.null() }) }),
  summary: 'Further domains that requests may be spread over',
})

export const advancedTypes = route({
  method: 'GET',
  path: '/api/v1/advanced_data_type/types',
  needs: ['can_read', 'AdvancedDataType'],
  object: 'none',
  reply: z.object({ result: z.array(z.string()) }),
  summary: 'Types that columns may have beside those of their database',
})
export const advancedConvert = route({
  method: 'GET',
  path: '/api/v1/advanced_data_type/convert',
  needs: ['can_read', 'AdvancedDataType'],
  object: 'none',
  q: z.looseObject({ type: z.unknown().optional(), values: z.unknown().optional() }).optional(),
  reply: Opaque,
  summary: 'Texts as values of an advanced data type',
})
export const logList = route({
  method: 'GET',
  path: '/api/v1/log/',
  needs: ['can_read', 'Log'],
  object: 'listed',
  q: ListQ,
  reply: Opaque,
  summary: 'What people looked at, for administrators',
})
export const logEntry = route({
  method: 'GET',
  path: '/api/v1/log/{id}',
  needs: ['can_read', 'Log'],
  object: 'visible',
  params: IdParams,
  q: ItemQ,
  qBroken: 'ignore',
  reply: Opaque,
  summary: 'One entry of what people looked at',
})
export const logCreate = route({
  method: 'POST',
  path: '/api/v1/log/',
  needs: ['can_write', 'Log'],
  object: 'none',
  body: z.looseObject({
    action: maybe(text()),
    dashboard_id: maybe(integer()),
    slice_id: maybe(integer()),
    duration_ms: maybe(integer()),
    json: maybe(text()),
    referrer: maybe(text()),
  }),
  reply: z.object({ id: z.int(), result: Opaque }),
  status: 201,
  summary: 'Add an entry of what the caller looked at',
})
export const version = route({
  method: 'GET',
  path: '/version',
  needs: 'signed-in',
  object: 'none',
  reply: z.object({ build_number: z.null(), version_sha: z.string(), version_string: z.string() }),
  summary: 'Release of the API that clients find here',
})

export const miscRoutes = [
  menu,
  log,
  recentActivity,
  timeRange,
  availableDomains,
  advancedTypes,
  advancedConvert,
  logList,
  logEntry,
  logCreate,
  version,
] as const
