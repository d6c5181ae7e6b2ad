import { chartPicture, dashboardFile } from '../../gateway/render/dashboard-file.server.ts'
import { dashboardSource } from '../../gateway/render/dashboard-source.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { newKey, putValue } from '../../metadata/key-values.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { findVisibleDashboard } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import { Raw, rawFile, rawJson, redirect } from '../../wire/raw.ts'
import { pictureDigest, rightsMark, thumbnailUrl } from '../kit/picture-marks.server.ts'
import { wireInstant } from '../kit/project.ts'
import { type DashboardState, pictureRoutes as routes } from './contract.ts'
import { type MadePictures, madePictures, type WantedPicture } from './made-pictures.server.ts'
import type { Picture } from './picture.ts'

const LOOK = { locale: 'en', theme: 'light' } as const
const PERMALINK_KIND = 'dashboard_permalink'
const PERMALINK_SEC = 7 * 86_400

interface OfId {
  readonly params: { readonly id: number }
}

/** Pictures of charts and dashboards. Each is made for one caller and shown to nobody else. */
export function pictureEndpoints(services: Services): Endpoint[] {
  const pictures = madePictures(services)
  return [...chartEndpoints(services, pictures), ...dashboardEndpoints(services, pictures)]
}

function chartEndpoints(services: Services, pictures: MadePictures): Endpoint[] {
  const find = ({ params }: OfId, caller: Caller) => visibleChart(services.db, params.id, caller)
  const wanted = async (chart: Row<'charts'>, caller: Caller): Promise<WantedPicture> => {
    const mark = await rightsMark(services, caller)
    const digest = pictureDigest(services, 'chart', chart, mark)
    const make = async (signal: AbortSignal) =>
      (await chartPicture({ services, caller, signal }, chart, { ...LOOK, format: 'png' })).bytes
    return { digest, mark, of: `chart ${chart.id}`, chosen: null, make }
  }
  return [
    objectEndpoint(routes.askChart, {
      find,
      handle: async ({ q }, caller, chart, { origin }) => {
        const asked = await wanted(chart, caller)
        const picture = pictures.want(asked, q?.force ?? false)
        const chart_url = `${origin}/superset/slice/${chart.id}/`
        return taskAnswer(picture, {
          ...taskOf(picture, asked.digest, `${origin}/api/v1/chart/${chart.id}`),
          chart_url,
        })
      },
    }),
    objectEndpoint(routes.chart, {
      find,
      handle: async ({ params }, caller, chart) =>
        imageOf(await pictures.find(params.digest, `chart ${chart.id}`, await rightsMark(services, caller))),
    }),
    objectEndpoint(routes.chartThumbnail, {
      find,
      handle: async ({ params }, caller, chart) =>
        thumbnail(pictures, 'chart', chart.id, params.digest, await wanted(chart, caller)),
    }),
  ]
}

type Dashboard = Row<'dashboards'>

function dashboardEndpoints(services: Services, pictures: MadePictures): Endpoint[] {
  const find = ({ params }: OfId, caller: Caller) => findVisibleDashboard(services.db, params.id, caller)
  const draw = async (
    caller: Caller,
    dashboard: Dashboard,
    chosen: Picture['chosen'],
    format: 'png' | 'pdf',
    signal: AbortSignal,
  ) => {
    const asker = { services, caller, signal }
    const source = await dashboardSource(asker, dashboard, chosen)
    return dashboardFile(asker, source, { ...LOOK, format })
  }
  const wanted = async (dashboard: Dashboard, caller: Caller, chosen: Picture['chosen']): Promise<WantedPicture> => {
    const mark = await rightsMark(services, caller)
    const digest = pictureDigest(services, 'dashboard', dashboard, mark, chosen)
    const make = async (signal: AbortSignal) => (await draw(caller, dashboard, chosen, 'png', signal)).bytes
    return { digest, mark, of: `dashboard ${dashboard.id}`, chosen, make }
  }
  return [
    objectEndpoint(routes.askDashboard, {
      find,
      handle: async ({ q, body }, caller, dashboard, { origin }) => {
        const asked = await wanted(dashboard, caller, body.dataMask ?? {})
        const picture = pictures.want(asked, q?.force ?? false)
        const key = body.permalinkKey ?? (await keepState(services, dashboard, body, caller))
        const task = taskOf(picture, asked.digest, `${origin}/api/v1/dashboard/${dashboard.id}`)
        return taskAnswer(picture, { ...task, dashboard_url: `${origin}/superset/dashboard/p/${key}/` })
      },
    }),
    objectEndpoint(routes.dashboard, {
      find,
      handle: async ({ params, query }, caller, dashboard, { signal }) => {
        const mark = await rightsMark(services, caller)
        const picture = await pictures.find(params.digest, `dashboard ${dashboard.id}`, mark)
        if (query.download_format !== 'pdf' || picture?.status !== 'Updated') return imageOf(picture)
        const { bytes, media, name } = await draw(caller, dashboard, picture.chosen, 'pdf', signal)
        return rawFile(bytes, media, name)
      },
    }),
    objectEndpoint(routes.dashboardThumbnail, {
      find,
      handle: async ({ params }, caller, dashboard) =>
        thumbnail(pictures, 'dashboard', dashboard.id, params.digest, await wanted(dashboard, caller, null)),
    }),
  ]
}

const taskOf = ({ status, at }: Picture, digest: string, address: string) => ({
  cache_key: digest,
  image_url: `${address}/screenshot/${digest}/`,
  task_status: status,
  task_updated_at: wireInstant(at.toISOString()) ?? '',
})

/** 202 until the picture is there. */
const taskAnswer = <T extends object>({ status }: Picture, task: T): T | Raw =>
  status === 'Updated' ? rawJson(JSON.stringify(task)) : task

function imageOf(picture: Picture | null): Raw {
  if (!picture?.png) throw notFound()
  return new Raw(200, { 'content-type': 'image/png', 'cache-control': 'private, no-cache' }, picture.png)
}

/** The picture of how things are now. An older name leads on to it, and so does the name of somebody else's. */
function thumbnail(
  pictures: MadePictures,
  kind: 'chart' | 'dashboard',
  id: number,
  digest: string,
  asked: WantedPicture,
): Raw {
  if (digest !== asked.digest) return redirect(thumbnailUrl(kind, id, asked.digest))
  const picture = pictures.want(asked, false)
  if (picture.status === 'Updated' || picture.status === 'Error') return imageOf(picture)
  return rawJson(JSON.stringify({ message: 'OK Async' }), 202)
}

async function keepState({ db, now }: Services, dashboard: Dashboard, body: DashboardState, caller: Caller) {
  const { permalinkKey: _, ...state } = body
  const key = newKey()
  const value = { dashboardId: dashboard.uuid, state }
  await putValue(db, { kind: PERMALINK_KIND, key, value, userId: caller.userId, now: now(), ttlSec: PERMALINK_SEC })
  return key
}
