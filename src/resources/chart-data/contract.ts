import { z } from 'zod'
import { isTimeZone, NO_TIME_ZONE, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { route } from '../../wire/route.ts'
import { IdParams, Opaque } from '../kit/contract.ts'
import { integer, list, maybe, text } from '../kit/fields.ts'

const VIEW = 'Chart'
const LARGE = 4_194_304
/** The body is read by the query layer, which knows the words of its failures. */
const Body = z.unknown()
const asks = { needs: ['can_read', VIEW], object: 'none', bodyLimit: LARGE, rate: 'chart' } as const

/**
 * `page` names the open page: a later question for the same `id` replaces the earlier one, `stop` ends it. `ahead` asks
 * before anybody wants the answers: with what nothing else needs, and only for answers that are kept until they change.
 */
const Batch = z.looseObject({
  page: z.string().max(64).optional(),
  ahead: z.boolean().optional(),
  stop: z.array(z.string().max(256)).max(500).optional(),
  requests: z
    .array(z.looseObject({ id: z.string().max(256), rank: z.number().optional(), body: z.unknown().optional() }))
    .max(500),
})

export const Invalidation = z.looseObject({
  datasource_uids: list(text()).max(1000).optional(),
  datasources: list(z.looseObject({ database_name: text(), datasource_name: text(), schema: maybe(text()) }))
    .max(1000)
    .optional(),
})

const explores = {
  path: '/superset/explore_json/',
  needs: ['can_explore_json', 'Superset'],
  object: 'none',
  face: 'view',
  errors: 'error',
  bodyLimit: LARGE,
  rate: 'chart',
  query: z.looseObject({
    form_data: z.string().optional(),
    slice_id: z.string().optional(),
    csv: z.string().optional(),
    query: z.string().optional(),
    results: z.string().optional(),
    samples: z.string().optional(),
    force: z.string().optional(),
    [TIME_ZONE_FIELD]: z.string().refine(isTimeZone, { error: NO_TIME_ZONE }).optional(),
  }),
  reply: Opaque,
  summary: 'Answer to the form data of a chart, as older clients ask',
} as const

export const chartDataRoutes = {
  data: route({
    method: 'POST',
    path: '/api/v1/chart/data',
    ...asks,
    csrf: false,
    query: z.looseObject({
      force: z.string().optional(),
      dashboard_id: z.string().optional(),
      form_data: z.string().optional(),
    }),
    body: Body,
    bodyFormat: 'fields',
    bodyRepeats: true,
    brokenJson: 'errors',
    reply: Opaque,
    summary: 'Answers to the queries of a chart',
  }),
  batch: route({
    method: 'POST',
    path: '/api/v1/chart/data/batch',
    ...asks,
    csrf: false,
    body: Batch,
    bodyLimit: 4 * LARGE,
    bodyRepeats: true,
    reply: Opaque,
    summary: 'Answers to the charts of a dashboard, one JSON line each as it is ready',
  }),
  annotation: route({
    method: 'POST',
    path: '/api/v1/chart/data/annotation',
    ...asks,
    body: z.looseObject({
      datasource: z.unknown(),
      layer: z.unknown(),
      force: z.boolean().optional(),
      [TIME_ZONE_FIELD]: z.unknown().optional(),
    }),
    reply: Opaque,
    summary: 'The rows of one annotation layer, so that the chart need not wait for them',
  }),
  cached: route({
    method: 'GET',
    path: '/api/v1/chart/data/{cache_key}',
    needs: ['can_read', VIEW],
    object: 'visible',
    params: z.object({ cache_key: z.string().max(256) }),
    rate: 'chart',
    reply: Opaque,
    summary: 'The answer to a question that was answered later, by its key',
  }),
  saved: route({
    method: 'GET',
    path: '/api/v1/chart/{id}/data/',
    needs: ['can_read', VIEW],
    object: 'visible',
    params: IdParams,
    query: z.looseObject({
      format: z.string().optional(),
      type: z.string().optional(),
      force: z.string().optional(),
      [TIME_ZONE_FIELD]: z.string().optional(),
    }),
    rate: 'chart',
    reply: Opaque,
    summary: 'Answers to the saved queries of a chart',
  }),
  warmUp: route({
    method: 'PUT',
    path: '/api/v1/chart/warm_up_cache',
    needs: ['can_warm_up_cache', VIEW],
    object: 'none',
    body: z.looseObject({ chart_id: integer(), dashboard_id: maybe(integer()), extra_filters: maybe(text()) }),
    reply: Opaque,
    summary: 'Ask a chart once, so that the next answer is cached',
  }),
  warmUpDataset: route({
    method: 'PUT',
    path: '/api/v1/dataset/warm_up_cache',
    needs: ['can_warm_up_cache', 'Dataset'],
    object: 'none',
    body: z.looseObject({
      db_name: text(),
      table_name: text(),
      dashboard_id: maybe(integer()),
      extra_filters: maybe(text()),
    }),
    reply: Opaque,
    summary: 'Ask the charts of a dataset once, so that the next answer is cached',
  }),
  legacyWarmUp: route({
    method: 'GET',
    path: '/superset/warm_up_cache/',
    errors: 'error',
    needs: ['can_warm_up_cache', 'Superset'],
    object: 'none',
    query: z.looseObject({
      slice_id: z.string().optional(),
      db_name: z.string().optional(),
      table_name: z.string().optional(),
    }),
    rate: 'chart',
    reply: Opaque,
    summary: 'Ask a chart, or those of a dataset, once, so that the next answer is cached',
  }),
  invalidate: route({
    method: 'POST',
    path: '/api/v1/cachekey/invalidate',
    needs: ['can_invalidate', 'CacheRestApi'],
    object: 'none',
    body: z.unknown(),
    status: 201,
    reply: Opaque,
    summary: 'Give up the kept answers of datasets',
  }),
  explore: route({ method: 'POST', ...explores, csrf: false, body: Body, bodyFormat: 'fields' }),
  exploreByAddress: route({ method: 'GET', ...explores }),
  exploreCached: route({
    method: 'GET',
    path: '/superset/explore_json/data/{cache_key}',
    needs: ['can_explore_json', 'Superset'],
    object: 'visible',
    face: 'view',
    params: z.object({ cache_key: z.string().max(256) }),
    rate: 'chart',
    reply: Opaque,
    summary: 'The answer to form data that was answered later, by its key',
  }),
  legacyQuery: route({
    method: 'POST',
    path: '/api/v1/query/',
    ...asks,
    body: z.looseObject({ query_context: z.unknown() }),
    bodyFormat: 'fields',
    reply: z.unknown(),
    summary: 'Answers to a query context sent as a form',
  }),
  legacyFormData: route({
    method: 'GET',
    path: '/api/v1/form_data/',
    needs: ['can_read', VIEW],
    object: 'listed',
    query: z.looseObject({ slice_id: z.string().optional() }),
    reply: Opaque,
    summary: 'Form data of a saved chart',
  }),
}
