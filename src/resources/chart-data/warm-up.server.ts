import { savedRequest } from '../../gateway/chart/saved-request.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, type RequestContext } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { chartDataRoutes as routes } from './contract.ts'
import { chartDataJson } from './reply.server.ts'
import { chartRequest } from './request.server.ts'

type Chart = Row<'charts'>

/** Charts asked once, so that their next answers are cached. */
export function warmUpEndpoints(services: Services): Endpoint[] {
  const { db } = services
  return [
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
  ]
}

async function warm(services: Services, chart: Chart, caller: Caller, { signal }: RequestContext) {
  try {
    const request = chartRequest({ ...savedRequest(chart), force: true })
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
