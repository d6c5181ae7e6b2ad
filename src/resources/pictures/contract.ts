import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams } from '../kit/contract.ts'
import { list, maybe, text } from '../kit/fields.ts'

const CHART = '/api/v1/chart'
const DASHBOARD = '/api/v1/dashboard'
const Digest = z.codec(
  z.object({ id: z.string().regex(/^\d{1,9}$/), digest: z.string() }),
  z.object({ id: z.int(), digest: z.string() }),
  {
    decode: ({ id, digest }) => ({ id: Number(id), digest }),
    encode: ({ id, digest }) => ({ id: String(id), digest }),
  },
)
const Q = z.looseObject({ force: z.boolean().optional() }).optional()

const DashboardState = z.looseObject({
  dataMask: maybe(z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })),
  activeTabs: maybe(list(text())),
  anchor: maybe(text()),
  urlParams: maybe(list(z.array(text().nullable(), { error: 'Not a valid tuple.' }))),
  permalinkKey: maybe(text()),
})
export type DashboardState = z.output<typeof DashboardState>

const Task = {
  cache_key: z.string(),
  image_url: z.string(),
  task_status: z.enum(['Pending', 'Computing', 'Updated', 'Error']),
  task_updated_at: z.string(),
}
const see = (view: 'Chart' | 'Dashboard') => ({ needs: ['can_read', view], object: 'visible', rate: 'chart' }) as const

export const pictureRoutes = {
  askChart: route({
    ...see('Chart'),
    method: 'GET',
    path: `${CHART}/{id}/cache_screenshot/`,
    params: IdParams,
    q: Q,
    status: 202,
    reply: z.object({ ...Task, chart_url: z.string() }),
    summary: 'Have a picture of a chart made',
  }),
  chart: route({
    ...see('Chart'),
    method: 'GET',
    path: `${CHART}/{id}/screenshot/{digest}/`,
    params: Digest,
    reply: z.unknown(),
    summary: 'The picture of a chart that was asked for; 404 until it is there',
  }),
  chartThumbnail: route({
    ...see('Chart'),
    method: 'GET',
    path: `${CHART}/{id}/thumbnail/{digest}/`,
    params: Digest,
    reply: z.unknown(),
    summary: 'The picture of a chart as it is now for the caller: 202 while it is made, 302 to its present address',
  }),
  askDashboard: route({
    method: 'POST',
    path: `${DASHBOARD}/{id}/cache_dashboard_screenshot/`,
    needs: ['can_cache_dashboard_screenshot', 'Dashboard'],
    object: 'visible',
    rate: 'export',
    params: IdParams,
    q: Q,
    body: DashboardState,
    status: 202,
    reply: z.object({ ...Task, dashboard_url: z.string() }),
    summary: 'Have a picture of a dashboard made, under chosen filters',
  }),
  dashboard: route({
    ...see('Dashboard'),
    method: 'GET',
    path: `${DASHBOARD}/{id}/screenshot/{digest}/`,
    params: Digest,
    query: z.looseObject({
      download_format: z.enum(['png', 'pdf'], { error: 'Must be one of: png, pdf.' }).optional(),
    }),
    reply: z.unknown(),
    summary: 'The picture of a dashboard that was asked for, as PNG or PDF; 404 until it is there',
  }),
  dashboardThumbnail: route({
    ...see('Dashboard'),
    method: 'GET',
    path: `${DASHBOARD}/{id}/thumbnail/{digest}/`,
    params: Digest,
    q: Q,
    reply: z.unknown(),
    summary: 'The picture of a dashboard as it is now for the caller: 202 while it is made, 302 to its present address',
  }),
} as const
