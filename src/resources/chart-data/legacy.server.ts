import type { Services } from '../../gateway/services.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import { rawJson } from '../../wire/raw.ts'
import { chartFormData } from '../kit/chart-fields.server.ts'
import { chartDataRoutes as routes } from './contract.ts'
import { chartDataJson } from './reply.server.ts'
import { chartRequest } from './request.server.ts'

/** Calls of older clients, answered by the same path. */
export function legacyEndpoints(services: Services): Endpoint[] {
  const { db } = services
  return [
    endpoint(routes.legacyQuery, async ({ body }, caller, { signal }) => {
      const answer = Buffer.from(await chartDataJson(services, caller, chartRequest(body.query_context), signal))
      return rawJson(answer.subarray('{"result":'.length, answer.length - 1))
    }),
    endpoint(routes.legacyFormData, async ({ query }, caller) => {
      const id = Number(query.slice_id ?? Number.NaN)
      if (!Number.isInteger(id)) return {}
      const chart = await visibleChart(db, id, caller)
      if (!chart) throw notFound()
      return chartFormData(chart, services.now())
    }),
  ]
}
