import { annotationData } from '../../gateway/chart/annotations.server.ts'
import { askContext } from '../../gateway/chart/context.server.ts'
import { rememberedReply } from '../../gateway/chart/remembered-replies.server.ts'
import { savedRequest } from '../../gateway/chart/saved-request.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import { type QueryContext, queryObject } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import { TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { type Endpoint, endpoint, type Handle, objectEndpoint } from '../../wire/mount.server.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import type { Input } from '../../wire/route.ts'
import { chartBatches } from './batch.server.ts'
import { chartDataRoutes as routes } from './contract.ts'
import { exploreJsonEndpoints } from './explore-json.server.ts'
import { chartJobs } from './jobs.server.ts'
import { legacyEndpoints } from './legacy.server.ts'
import { chartAnswer, chartDataJson, chartDataReply } from './reply.server.ts'
import { chartRequest } from './request.server.ts'
import { warmUpEndpoints } from './warm-up.server.ts'

/** Chart data and its family (reference: charts-dashboards A.1). */
export function chartDataEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const batch = chartBatches(services)
  const jobs = chartJobs<QueryContext>(services, '/api/v1/chart/data/')
  return [
    dataEndpoint(services, jobs),
    endpoint(routes.annotation, async ({ body }, caller, { signal }) => {
      const { datasource, queries, timeZone } = readQueryContext({
        datasource: body.datasource,
        queries: [{ columns: [], annotation_layers: [body.layer] }],
        [TIME_ZONE_FIELD]: body[TIME_ZONE_FIELD],
      })
      const context = await askContext(services, caller, datasource, signal, timeZone)
      const [query = queryObject({})] = queries
      const data = await annotationData(context, query, { force: body.force === true })
      return rawJson(JSON.stringify({ result: Object.values(data)[0] ?? { records: [] } }))
    }),
    objectEndpoint(routes.cached, {
      find: ({ params }, caller) => jobs.find(caller, params.cache_key),
      handle: (_, caller, request, context) => chartAnswer(services, caller, request, context, 'chart'),
    }),
    endpoint(
      routes.batch,
      ({ body }, caller, { signal }) =>
        new Raw(
          200,
          { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' },
          batch(caller, body, signal),
        ),
    ),
    objectEndpoint(routes.saved, {
      find: ({ params }, caller) => visibleChart(db, params.id, caller),
      handle: async ({ query }, caller, chart, context) => {
        const saved = savedRequest(chart)
        const request = chartRequest({
          ...saved,
          ...(query.format ? { result_format: query.format } : {}),
          ...(query.type ? { result_type: query.type } : {}),
          ...(query.force === 'true' ? { force: true } : {}),
          ...(query[TIME_ZONE_FIELD] ? { [TIME_ZONE_FIELD]: query[TIME_ZONE_FIELD] } : {}),
        })
        return chartAnswer(services, caller, request, context, chart.slice_name ?? 'chart')
      },
    }),
    ...warmUpEndpoints(services),
    ...legacyEndpoints(services),
    ...exploreJsonEndpoints(services),
  ]
}

function dataEndpoint(services: Services, jobs: ReturnType<typeof chartJobs<QueryContext>>): Endpoint {
  const handle: Handle<typeof routes.data> = ({ body, query }, caller, context) => {
    const request = requestOf(body, query.force)
    const isLater = request.resultFormat === 'json' && request.resultType === 'full'
    if (!services.featureFlags.GLOBAL_ASYNC_QUERIES || !isLater)
      return chartAnswer(services, caller, request, context, 'chart')
    return jobs.answer(caller, context, {
      question: { ...request, force: false },
      force: request.force,
      answering: async ({ onlyCached, signal }) =>
        rawJson(await chartDataJson(services, caller, request, signal, { onlyCached })),
    })
  }
  const plain = ({ body, query }: Input<typeof routes.data>) => {
    const request = requestOf(body, query.force)
    return request.resultFormat === 'json' && !services.featureFlags.GLOBAL_ASYNC_QUERIES ? request : null
  }
  return endpoint(routes.data, handle, {
    ready: async (input, caller) => {
      const request = plain(input)
      return request && rememberedReply(services, caller, request)
    },
    anew: (input) => {
      const request = plain(input)
      return request && ((caller, gone) => chartDataReply(services, caller, request, gone))
    },
  })
}

/** The request inside a JSON body, or in the `form_data` field of a form. */
function requestOf(body: unknown, force: string | undefined): QueryContext {
  const fields = body as { form_data?: unknown } | null
  const isForm =
    typeof fields === 'object' &&
    fields !== null &&
    !('queries' in fields) &&
    'form_data' in fields &&
    typeof fields.form_data === 'object'
  const request = chartRequest(isForm ? fields.form_data : body)
  return force === 'true' && !request.force ? { ...request, force: true } : request
}
