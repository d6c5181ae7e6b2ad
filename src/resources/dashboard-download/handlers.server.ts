import { auditEvent } from '../../gateway/audit-event.server.ts'
import { dashboardFile } from '../../gateway/render/dashboard-file.server.ts'
import { dashboardSource } from '../../gateway/render/dashboard-source.server.ts'
import type { FileWishes } from '../../gateway/render/file-wishes.ts'
import type { Services } from '../../gateway/services.server.ts'
import { getValue } from '../../metadata/key-values.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw, rawFile } from '../../wire/raw.ts'
import { type DownloadBody, dashboardDownloadRoutes as routes } from './contract.ts'
import { stepsOf } from './steps.server.ts'

const PERMALINK_KIND = 'dashboard_permalink'

type Dashboard = Row<'dashboards'>

/** Files of whole dashboards, drawn without a browser. */
export function dashboardDownloadEndpoints(services: Services): Endpoint[] {
  return [
    objectEndpoint(routes.download, {
      find: ({ params }, caller) => findVisible(services, params.id, caller),
      missing: 'Dashboard not found.',
      handle: async ({ body }, caller, dashboard, { signal, ip, requestId }) => {
        const { format, locale = 'en', theme = 'light' } = body
        if (format === 'xlsx' && !caller.can('can_csv', 'Superset')) throw new Problem(403, 'Forbidden')
        const chosen = await chosenMasks(services, dashboard, body)
        const where = `dashboard:${dashboard.id}`
        services.audit(auditEvent('dashboard.download', where, caller, { ip, requestId }, { format }))
        const make = async (onProgress?: FileWishes['onProgress']) => {
          const asker = { services, caller, signal }
          const source = await dashboardSource(asker, dashboard, chosen)
          const wishes = { format, locale, theme, ...(onProgress ? { onProgress } : {}) }
          return dashboardFile(asker, source, wishes)
        }
        if (body.progress) return new Raw(200, LINES, stepsOf(services, make))
        const { bytes, media, name } = await make()
        return rawFile(bytes, media, name)
      },
    }),
  ]
}

const LINES = { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' }

async function findVisible({ db }: Services, key: string, caller: Caller): Promise<Dashboard | null> {
  const visible = db.selectFrom('dashboards').selectAll().where(visibleDashboards(caller))
  const found = await (/^\d{1,9}$/.test(key)
    ? visible.where('id', '=', Number(key))
    : visible.where((eb) => eb.or([eb('uuid', '=', key), eb('slug', '=', key)]))
  ).executeTakeFirst()
  return found ?? null
}

/** The filters of a permalink of this dashboard, else those of the request. */
async function chosenMasks({ db, now }: Services, dashboard: Dashboard, { permalinkKey, dataMask }: DownloadBody) {
  if (!permalinkKey) return dataMask ?? null
  const found = await getValue(db, PERMALINK_KIND, permalinkKey, now())
  const stored = found?.value as { dashboardId?: unknown; state?: { dataMask?: DownloadBody['dataMask'] } } | undefined
  if (stored?.dashboardId !== dashboard.uuid) throw new Problem(404, 'The permalink does not exist.')
  return stored.state?.dataMask ?? null
}
