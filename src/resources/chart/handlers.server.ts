import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { NewRow, Row, RowPatch } from '../../metadata/tables.server.ts'
import { keepDataset } from '../../metadata/temporary-datasets.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { favoriteIds, setFavorite } from '../kit/favorites.server.ts'
import { listEndpoints } from '../kit/list.server.ts'
import { setTags } from '../kit/object-tags.server.ts'
import { setOwners } from '../kit/people.server.ts'
import { project } from '../kit/project.ts'
import { refuseReported } from '../kit/reported.server.ts'
import { forgetVersions, keepFirstVersion, keepVersion } from '../kit/versions.server.ts'
import { type CreateBody, chartRoutes as routes, type UpdateBody } from './contract.ts'
import { CHART_SHOW_COLUMNS, chartList } from './list-spec.server.ts'
import { loadCharts } from './load.server.ts'
import { checkLinks, isOwner, isQuiet, mayChange } from './rights.server.ts'
import { chartVersionEndpoints, KEPT_FIELDS } from './versions.server.ts'

type Chart = Row<'charts'>

/** The chart calls of the dialect (reference: charts-dashboards A.2). */
export function chartEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  const list = chartList(services)
  const find = ({ params }: { params: { id: number | string } }, caller: Caller) => visibleChart(db, params.id, caller)
  const star = (isStarred: boolean) => async (input: { params: { id: number } }, caller: Caller) => {
    await setFavorite(db, 'chart', input.params.id, caller, isStarred, now().toISOString())
    return { result: 'OK' }
  }
  return [
    ...listEndpoints(routes, list, services),
    ...chartVersionEndpoints(services, (chart, body, caller) => update(services, chart, body, caller)),
    endpoint(routes.create, ({ body }, caller) => create(services, body, caller)),
    endpoint(routes.bulkDelete, async ({ q }, caller) => ({ message: await bulkDelete(services, q, caller) })),
    endpoint(routes.favoriteStatus, async ({ q }, caller) => {
      const known = await db
        .selectFrom('charts')
        .select('id')
        .where('id', 'in', q.length === 0 ? [-1] : q)
        .where(visibleCharts(caller))
        .execute()
      if (known.length === 0) throw notFound()
      const starred = await favoriteIds(db, 'chart', q, caller)
      return { result: q.map((id) => ({ id, value: starred.has(id) })) }
    }),
    objectEndpoint(routes.read, {
      find,
      handle: async (_input, caller, chart) => {
        const [record] = await loadCharts(services, [chart.id], caller)
        const item = { ...record, cache_timeout: chart.cache_timeout === null ? null : String(chart.cache_timeout) }
        return { id: chart.id, result: project(item, CHART_SHOW_COLUMNS) }
      },
    }),
    objectEndpoint(routes.update, {
      find,
      allow: (chart, caller, { body }) => mayChange(db, chart, caller, body),
      handle: async ({ body }, caller, chart) => {
        await update(services, chart, body, caller)
        return { id: chart.id, result: body }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      allow: (chart, caller) => isOwner(db, chart, caller),
      handle: async (_input, caller, chart) => {
        await refuseReported(db, 'chart_id', [chart.id], caller)
        await deleteCharts(db, [chart.id])
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.star, { find, handle: star(true) }),
    objectEndpoint(routes.unstar, { find, handle: star(false) }),
  ]
}

async function create({ db, now }: Services, body: CreateBody, caller: Caller) {
  await checkLinks(db, body, caller, null)
  const at = now().toISOString()
  const id = await db.transaction().execute(async (trx) => {
    const stamps = {
      created_on: at,
      changed_on: at,
      created_by: caller.userId,
      changed_by: caller.userId,
      last_saved_at: at,
      last_saved_by: caller.userId,
    }
    const row = await trx
      .insertInto('charts')
      .values({ ...EMPTY, ...patchOf(body), ...stamps, uuid: body.uuid ?? crypto.randomUUID() } as NewRow<'charts'>)
      .returning('id')
      .executeTakeFirstOrThrow()
    const owners = [...(caller.userId === null ? [] : [caller.userId]), ...(body.owners ?? [])]
    await writeLinks(trx, row.id, { ...body, owners })
    await keepDataset(trx, body.datasource_id)
    await keepVersion(trx, { kind: 'chart', objectId: row.id, body, userId: caller.userId, at })
    return row.id
  })
  return { id, result: body }
}

async function update({ db, now }: Services, chart: Chart, body: UpdateBody, caller: Caller) {
  await checkLinks(db, body, caller, chart)
  const at = now().toISOString()
  const leavesNoMark = await isQuiet(db, chart, caller, body)
  await db.transaction().execute(async (trx) => {
    if (!leavesNoMark)
      await keepFirstVersion(trx, {
        kind: 'chart',
        objectId: chart.id,
        body: chart,
        userId: chart.changed_by,
        at: chart.changed_on,
      })
    const patch = patchOf(body)
    const saved = leavesNoMark
      ? {}
      : { changed_on: at, changed_by: caller.userId, last_saved_at: at, last_saved_by: caller.userId }
    if (Object.keys({ ...patch, ...saved }).length > 0)
      await trx
        .updateTable('charts')
        .set({ ...patch, ...saved })
        .where('id', '=', chart.id)
        .execute()
    await writeLinks(trx, chart.id, body)
    await keepDataset(trx, body.datasource_id)
    if (!leavesNoMark)
      await keepVersion(trx, {
        kind: 'chart',
        objectId: chart.id,
        body: { ...chart, ...patch },
        userId: caller.userId,
        at,
      })
  })
}

/** Owners, dashboards and tags, each where it is named. */
async function writeLinks(trx: MetadataDb, id: number, body: Pick<UpdateBody, 'owners' | 'dashboards' | 'tags'>) {
  if (body.owners) await setOwners(trx, 'chart', id, body.owners)
  if (body.dashboards) await setDashboards(trx, id, body.dashboards)
  if (body.tags) await setTags(trx, 'chart', id, body.tags)
}

async function setDashboards(db: MetadataDb, chartId: number, dashboardIds: readonly number[]): Promise<void> {
  await db.deleteFrom('dashboard_charts').where('chart_id', '=', chartId).execute()
  const rows = [...new Set(dashboardIds)].map((dashboard_id) => ({ dashboard_id, chart_id: chartId }))
  if (rows.length > 0) await db.insertInto('dashboard_charts').values(rows).execute()
}

const EMPTY = {
  slice_name: null,
  viz_type: null,
  params: null,
  query_context: null,
  datasource_id: null,
  datasource_type: null,
  description: null,
  cache_timeout: null,
  certified_by: null,
  certification_details: null,
  is_managed_externally: 0,
  external_url: null,
} as const
const PLAIN = [...KEPT_FIELDS, 'params', 'query_context', 'external_url'] as const

function patchOf(body: CreateBody | UpdateBody): RowPatch<'charts'> {
  const patch: Record<string, unknown> = {}
  for (const name of PLAIN) if (body[name] !== undefined) patch[name] = body[name]
  if (typeof body.is_managed_externally === 'boolean') patch.is_managed_externally = body.is_managed_externally ? 1 : 0
  return patch as RowPatch<'charts'>
}

async function bulkDelete({ db }: Services, ids: readonly number[], caller: Caller): Promise<string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('charts')
          .selectAll()
          .where('id', 'in', [...ids])
          .where(visibleCharts(caller))
          .execute()
  if (rows.length < ids.length || ids.length === 0) throw notFound()
  for (const chart of rows) if (!(await isOwner(db, chart, caller))) throw new Problem(403, 'Forbidden')
  await refuseReported(db, 'chart_id', ids, caller)
  await deleteCharts(db, ids)
  return `Deleted ${ids.length} chart${ids.length === 1 ? '' : 's'}`
}

async function deleteCharts(db: MetadataDb, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('dashboard_charts')
      .where('chart_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('owners')
      .where('kind', '=', 'chart')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('favorites')
      .where('kind', '=', 'chart')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('tagged_objects')
      .where('object_type', '=', 'chart')
      .where('object_id', 'in', [...ids])
      .execute()
    await forgetVersions(trx, 'chart', ids)
    await trx
      .deleteFrom('charts')
      .where('id', 'in', [...ids])
      .execute()
  })
}
