import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { ownsObject } from '../../metadata/owners.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { findVisibleDashboard, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { favoriteIds, setFavorite } from '../kit/favorites.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { project } from '../kit/project.ts'
import { refuseReported } from '../kit/reported.server.ts'
import { forgetVersions } from '../kit/versions.server.ts'
import { chartsOfDashboard } from './charts.server.ts'
import { dashboardRoutes as routes } from './contract.ts'
import { dashboardDatasets } from './datasets.server.ts'
import { dashboardFor } from './for-guests.ts'
import { objectOf, tabsOf } from './layout.ts'
import { DASHBOARD_SHOW_COLUMNS, dashboardList } from './list-spec.server.ts'
import { loadDashboards } from './load.server.ts'
import { changeList, withColors } from './metadata.ts'
import { changeMetadata, copyDashboard, createDashboard, recolor, saveDashboard } from './save.server.ts'
import { namesPatch } from './save-patch.server.ts'
import { dashboardVersionEndpoints } from './versions.server.ts'

type Dashboard = Row<'dashboards'>
type Keyed = { readonly params: { readonly id: string | number } }

/** The dashboard calls of the dialect (reference: charts-dashboards A.4). */
export function dashboardEndpoints(services: Services): Endpoint[] {
  const list = dashboardList(services)
  return [
    ...listEndpoints(routes, list, services),
    endpoint(routes.create, async ({ body }, caller) => ({
      id: await createDashboard(services, body, caller),
      result: { ...body, ...namesPatch(body) },
    })),
    endpoint(routes.bulkDelete, async ({ q }, caller) => ({ message: await bulkDelete(services, q, caller) })),
    endpoint(routes.favoriteStatus, ({ q }, caller) => favoriteStatus(services, q, caller)),
    ...readEndpoints(services),
    ...changeEndpoints(services),
  ]
}

function readEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  const list = dashboardList(services)
  const find = ({ params }: Keyed, caller: Caller) => findVisibleDashboard(db, params.id, caller)
  const star =
    (isStarred: boolean) =>
    async ({ params }: { params: { id: number } }, caller: Caller) => {
      await setFavorite(db, 'dashboard', params.id, caller, isStarred, now().toISOString())
      return { result: 'OK' }
    }
  return [
    objectEndpoint(routes.read, {
      find,
      handle: async ({ q }, caller, dashboard) => {
        const [stored] = await loadDashboards(services, [dashboard.id], caller)
        const record = { ...dashboardFor(caller, stored ?? {}) }
        if (q?.columns?.length) return itemEnvelope(list, dashboard.id, record, q)
        return { id: dashboard.id, result: project(record, DASHBOARD_SHOW_COLUMNS) }
      },
    }),
    objectEndpoint(routes.charts, {
      find,
      handle: async (_input, _caller, dashboard) => ({ result: await chartsOfDashboard(services, dashboard.id) }),
    }),
    objectEndpoint(routes.datasets, {
      find,
      missing: 'Dashboard not found.',
      handle: async (_input, caller, dashboard) => ({ result: await dashboardDatasets(services, dashboard, caller) }),
    }),
    objectEndpoint(routes.tabs, { find, handle: (_input, _caller, dashboard) => ({ result: tabs(dashboard) }) }),
    objectEndpoint(routes.star, { find, handle: star(true) }),
    objectEndpoint(routes.unstar, { find, handle: star(false) }),
  ]
}

function changeEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const owned = {
    find: ({ params }: Keyed, caller: Caller) => findVisibleDashboard(db, params.id, caller),
    allow: (dashboard: Dashboard, caller: Caller) => isOwner(db, dashboard, caller),
  }
  const changeConfiguration = async (
    key: string,
    dashboard: Dashboard,
    body: Parameters<typeof changeList>[1],
    caller: Caller,
  ) => {
    const result = await changeMetadata(services, dashboard, caller, (metadata) => {
      const changed = changeList((metadata[key] ?? []) as { id: string }[], body)
      return { metadata: { ...metadata, [key]: changed }, result: changed }
    })
    return { result }
  }
  return [
    ...dashboardVersionEndpoints(services, owned.allow),
    objectEndpoint(routes.update, {
      ...owned,
      handle: async ({ body }, caller, dashboard, context) => ({
        id: dashboard.id,
        last_modified_time: await saveDashboard(services, dashboard, body, caller, { seen: seenBy(context) }),
        result: { ...body, ...namesPatch(body) },
      }),
    }),
    objectEndpoint(routes.remove, {
      ...owned,
      handle: async (_input, caller, dashboard) => {
        await refuseReported(db, 'dashboard_id', [dashboard.id], caller)
        await deleteDashboards(db, [dashboard.id])
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.copy, {
      find: owned.find,
      handle: async ({ body }, caller, dashboard) => ({
        result: {
          id: await copyDashboard(services, dashboard, body, caller),
          last_modified_time: Math.floor(services.now().getTime() / 1000),
        },
      }),
    }),
    objectEndpoint(routes.filters, {
      ...owned,
      handle: ({ body }, caller, dashboard) =>
        changeConfiguration('native_filter_configuration', dashboard, body, caller),
    }),
    objectEndpoint(routes.customizations, {
      ...owned,
      handle: ({ body }, caller, dashboard) =>
        changeConfiguration('chart_customization_config', dashboard, body, caller),
    }),
    objectEndpoint(routes.colors, {
      ...owned,
      handle: async ({ body, query }, caller, dashboard) => {
        const colored = (metadata: Record<string, unknown>) => withColors(metadata, body)
        if (query.mark_updated === 'false') await recolor(services, dashboard, colored)
        else
          await changeMetadata(services, dashboard, caller, (metadata) => ({ metadata: colored(metadata), result: {} }))
        return {}
      },
    }),
  ]
}

/** What `If-Match` says of the dashboard that the sender saw: the `changed_on` of its record. */
const seenBy = (context: RequestContext) => /^"([^"]*)"$/.exec(context.header('if-match') ?? '')?.[1] ?? null

const isOwner = (db: MetadataDb, { id }: Dashboard, caller: Caller) => ownsObject(db, 'dashboard', id, caller)

async function favoriteStatus({ db }: Services, ids: readonly number[], caller: Caller) {
  const rows = await db
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', ids.length === 0 ? [-1] : [...ids])
    .where(visibleDashboards(caller))
    .execute()
  if (rows.length === 0) throw notFound()
  const starred = await favoriteIds(db, 'dashboard', ids, caller)
  return { result: ids.map((id) => ({ id, value: starred.has(id) })) }
}

function tabs(dashboard: Dashboard) {
  const layout = objectOf(dashboard.position_json)
  const { all, tree } = tabsOf(layout)
  const filters = (objectOf(dashboard.json_metadata).native_filter_configuration ?? []) as { tabsInScope?: string[] }[]
  const byTab = Object.fromEntries(
    Object.keys(all).flatMap((tab) => {
      const inTab = filters.filter((filter) => filter.tabsInScope?.includes(tab))
      return inTab.length === 0 ? [] : [[tab, inTab]]
    }),
  )
  const native_filters = filters.length === 0 ? {} : { all: filters, ...byTab }
  return Object.keys(layout).length === 0 ? { native_filters } : { all_tabs: all, tab_tree: tree, native_filters }
}

async function bulkDelete({ db }: Services, ids: readonly number[], caller: Caller): Promise<string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('dashboards')
          .selectAll()
          .where('id', 'in', [...ids])
          .where(visibleDashboards(caller))
          .execute()
  if (rows.length < ids.length || ids.length === 0) throw notFound()
  for (const dashboard of rows) if (!(await isOwner(db, dashboard, caller))) throw new Problem(403, 'Forbidden')
  await refuseReported(db, 'dashboard_id', ids, caller)
  await deleteDashboards(db, ids)
  return `Deleted ${ids.length} dashboard${ids.length === 1 ? '' : 's'}`
}

async function deleteDashboards(db: MetadataDb, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['dashboard_charts', 'dashboard_roles', 'embedded'] as const)
      await trx
        .deleteFrom(table)
        .where('dashboard_id', 'in', [...ids])
        .execute()
    await trx
      .deleteFrom('owners')
      .where('kind', '=', 'dashboard')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('favorites')
      .where('kind', '=', 'dashboard')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('tagged_objects')
      .where('object_type', '=', 'dashboard')
      .where('object_id', 'in', [...ids])
      .execute()
    await forgetVersions(trx, 'dashboard', ids)
    await trx
      .deleteFrom('dashboards')
      .where('id', 'in', [...ids])
      .execute()
  })
}
