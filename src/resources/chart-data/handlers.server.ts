import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { QueryContext } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint, type RequestContext } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import { chartFormData } from '../kit/chart-fields.server.ts'
import { chartBatches } from './batch.server.ts'
import { chartDataRoutes as routes } from './contract.ts'
import { chartDataJson, chartDataReply } from './reply.server.ts'

type Chart = Row<'charts'>

/** Chart data and its family (reference: charts-dashboards A.1). */
export function chartDataEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const batch = chartBatches(services)
  return [
    endpoint(routes.data, ({ body, query }, caller, { signal }) => {
      const request = requestOf(body, query.force)
      return chartDataReply(services, caller, request, signal, 'chart')
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
      find: async ({ params }, caller) =>
        (await db
          .selectFrom('charts')
          .selectAll()
          .where('id', '=', params.id)
          .where(visibleCharts(caller))
          .executeTakeFirst()) ?? null,
      handle: async ({ query }, caller, chart, { signal }) => {
        const saved = savedRequest(chart)
        const request = readQueryContext({
          ...saved,
          ...(query.format ? { result_format: query.format } : {}),
          ...(query.type ? { result_type: query.type } : {}),
          ...(query.force === 'true' ? { force: true } : {}),
        })
        return chartDataReply(services, caller, request, signal, chart.slice_name ?? 'chart')
      },
    }),
    endpoint(routes.warmUp, async ({ body }, caller, context) => {
      const chart = await db
        .selectFrom('charts')
        .selectAll()
        .where('id', '=', body.chart_id)
        .where(visibleCharts(caller))
        .executeTakeFirst()
      if (!chart) throw new Problem(404, 'Chart not found')
      return { result: [await warm(services, chart, caller, context)] }
    }),
    endpoint(routes.warmUpDataset, ({ body }, caller, context) => warmDataset(services, body, caller, context)),
    endpoint(routes.legacyQuery, async ({ body }, caller, { signal }) => {
      const answer = Buffer.from(await chartDataJson(services, caller, readQueryContext(body.query_context), signal))
      return rawJson(answer.subarray('{"result":'.length, answer.length - 1))
    }),
    endpoint(routes.legacyFormData, async ({ query }, caller) => {
      const id = Number(query.slice_id ?? Number.NaN)
      if (!Number.isInteger(id)) return {}
      const chart = await db
        .selectFrom('charts')
        .selectAll()
        .where('id', '=', id)
        .where(visibleCharts(caller))
        .executeTakeFirst()
      if (!chart) throw notFound()
      return chartFormData(chart, services.now())
    }),
  ]
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
  const request = readQueryContext(isForm ? fields.form_data : body)
  return force === 'true' ? { ...request, force: true } : request
}

function savedRequest(chart: Chart): Record<string, unknown> {
  const text = chart.query_context
  if (!text) throw new Problem(400, 'Chart has no query context saved. Please save the chart again.')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw new Problem(400, 'Chart has no query context saved. Please save the chart again.', { cause })
  }
}

async function warm(services: Services, chart: Chart, caller: Caller, { signal }: RequestContext) {
  try {
    const request = readQueryContext({ ...savedRequest(chart), force: true })
    await chartDataJson(services, caller, request, signal)
    return { chart_id: chart.id, viz_error: null, viz_status: 'success' }
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    return { chart_id: chart.id, viz_error: cause.message, viz_status: 'failed' }
  }
}

async function warmDataset(
  services: Services,
  body: { db_name: string; table_name: string },
  caller: Caller,
  context: RequestContext,
) {
  const dataset = await services.db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .where('databases.database_name', '=', body.db_name)
    .where('datasets.table_name', '=', body.table_name)
    .select('datasets.id')
    .executeTakeFirst()
  if (!dataset) throw new Problem(404, 'The provided table was not found in the provided database')
  const charts = await services.db
    .selectFrom('charts')
    .selectAll()
    .where('datasource_id', '=', dataset.id)
    .where(visibleCharts(caller))
    .execute()
  const result: Awaited<ReturnType<typeof warm>>[] = []
  for (const chart of charts) result.push(await warm(services, chart, caller, context))
  return { result }
}
