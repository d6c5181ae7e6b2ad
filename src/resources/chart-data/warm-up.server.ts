import { z } from 'zod'
import { chartQuestion } from '../../gateway/chart/saved-request.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { rawJson } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { show } from '../kit/rison-types.ts'
import { Invalidation, chartDataRoutes as routes } from './contract.ts'
import { chartDataJson } from './reply.server.ts'

type Chart = Row<'charts'>

/** Charts asked once, so that their next answers are cached. */
export function warmUpEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.warmUp, async ({ body }, caller, context) => {
      const chart = await chartOf(services, body.chart_id, caller)
      return { result: [await warm(services, chart, caller, context)] }
    }),
    endpoint(routes.legacyWarmUp, async ({ query }, caller, context) => {
      const result = await warmedByAddress(services, query, caller, context)
      return rawJson(JSON.stringify(result.map(({ chart_id, ...rest }) => ({ slice_id: chart_id, ...rest }))))
    }),
    endpoint(routes.invalidate, async ({ body: sent }) => {
      const body = readInvalidation(sent)
      for (const id of await namedDatasets(services, body)) await services.shared.generations.next(id)
      return {}
    }),
    endpoint(routes.warmUpDataset, ({ body }, caller, context) => warmDataset(services, body, caller, context)),
  ]
}

/** What an old address asks for: a chart, or the charts of a table. Throws 400 where it names neither. */
async function warmedByAddress(
  services: Services,
  {
    slice_id,
    db_name,
    table_name,
  }: { slice_id?: string | undefined; db_name?: string | undefined; table_name?: string | undefined },
  caller: Caller,
  context: RequestContext,
) {
  if (slice_id) {
    const chart = /^\d{1,9}$/.test(slice_id) ? await visibleChart(services.db, Number(slice_id), caller) : null
    if (!chart) throw new Problem(404, `Chart ${slice_id} not found`)
    return [await warm(services, chart, caller, context)]
  }
  if (!db_name || !table_name)
    throw new Problem(400, 'Malformed request. slice_id or table_name and db_name arguments are expected')
  return (await warmDataset(services, { db_name, table_name }, caller, context)).result
}

/** Reads what is to be given up; this call prints its field texts as one text. */
function readInvalidation(sent: unknown): z.output<typeof Invalidation> {
  const { data, error } = Invalidation.safeParse(sent)
  if (data) return data
  throw new Problem(400, show(z.flattenError(error).fieldErrors))
}

async function chartOf({ db }: Services, id: number, caller: Caller): Promise<Chart> {
  const chart = await visibleChart(db, id, caller)
  if (!chart) throw new Problem(404, 'Chart not found')
  return chart
}

/** Datasets by `5__table`, or by the names of their database, schema and table. */
async function namedDatasets({ db }: Services, body: z.output<typeof Invalidation>): Promise<readonly number[]> {
  const ids = (body.datasource_uids ?? []).flatMap((uid) => /^(\d{1,9})__/.exec(uid)?.[1] ?? []).map(Number)
  for (const { database_name, datasource_name, schema } of body.datasources ?? []) {
    const found = await db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .where('databases.database_name', '=', database_name)
      .where('datasets.table_name', '=', datasource_name)
      .where(listedDatasets)
      .$if(Boolean(schema), (query) => query.where('datasets.schema', '=', schema ?? ''))
      .select('datasets.id')
      .execute()
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}

async function warm(services: Services, chart: Chart, caller: Caller, { signal }: RequestContext) {
  try {
    const request = { ...chartQuestion(chart), force: true }
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
    .where(listedDatasets)
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
