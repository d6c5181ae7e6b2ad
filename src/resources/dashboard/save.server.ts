import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { NewRow, Row } from '../../metadata/tables.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { setTags } from '../kit/object-tags.server.ts'
import { setOwners } from '../kit/people.server.ts'
import { wireInstant } from '../kit/project.ts'
import { keepFirstVersion, keepVersion } from '../kit/versions.server.ts'
import { withCopiedCharts } from './chart-references.ts'
import type { CopyBody, SaveBody } from './contract.ts'
import { chartIdsOf, objectOf, withCharts } from './layout.ts'
import { refuseWrongMetadata, splitMetadata } from './metadata.ts'
import { EMPTY, patchOf, slugOf } from './save-patch.server.ts'

type Dashboard = Row<'dashboards'>

/** Makes a dashboard and gives its id. */
export function createDashboard(services: Services, body: SaveBody, caller: Caller): Promise<number> {
  return make(services, body, caller, null)
}

/** Makes a dashboard, which may be the copy of one. */
async function make({ db, now }: Services, body: SaveBody, caller: Caller, copied: number | null): Promise<number> {
  await checkSave(db, body, null)
  const at = now().toISOString()
  return db.transaction().execute(async (trx) => {
    const stamps = { created_on: at, changed_on: at, created_by: caller.userId, changed_by: caller.userId }
    const { id } = await trx
      .insertInto('dashboards')
      .values({
        ...EMPTY,
        ...patchOf(body, null),
        ...stamps,
        uuid: body.uuid ?? crypto.randomUUID(),
      } as NewRow<'dashboards'>)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(trx, 'dashboard', id, [...(caller.userId === null ? [] : [caller.userId]), ...(body.owners ?? [])])
    if (body.tags) await setTags(trx, 'dashboard', id, body.tags)
    await writeLinks(trx, { id, linkedBy: copied ?? id }, body, caller)
    await keepVersion(trx, { kind: 'dashboard', objectId: id, body, userId: caller.userId, at })
    return id
  })
}

interface SaveOptions {
  /** The time of the change that the sender saw last, as records tell it. */
  readonly seen?: string | null
}

/**
 * Saves a dashboard as a whole or not at all; gives the time of the change in seconds. Throws 409 when somebody changed
 * it after what the sender saw.
 */
export async function saveDashboard(
  services: Services,
  { id }: Dashboard,
  body: SaveBody,
  caller: Caller,
  { seen = null }: SaveOptions = {},
): Promise<number> {
  await checkSave(services.db, body, id)
  return changeStored(services, id, async (trx, stored) => {
    if (seen !== null && seen !== wireInstant(stored.changed_on)) throw new Problem(409, CHANGED)
    return store(trx, stored, body, caller, services.now())
  })
}

const CHANGED = 'Somebody else has changed this dashboard in the meantime.'

/** Saves what a change makes of the stored metadata, whoever else changes it at the same time; gives what it gives. */
export async function changeMetadata<T>(
  services: Services,
  { id }: Dashboard,
  caller: Caller,
  change: (metadata: Record<string, unknown>) => { readonly metadata: Record<string, unknown>; readonly result: T },
): Promise<T> {
  return changeStored(services, id, async (trx, stored) => {
    const { metadata, result } = change(objectOf(stored.json_metadata))
    const body = { json_metadata: JSON.stringify(metadata) }
    await checkSave(trx, body, id)
    await store(trx, stored, body, caller, services.now())
    return result
  })
}

/** Stores other colours of its metadata, which is no change of a dashboard that anybody is told of. */
export const recolor = (
  services: Services,
  { id }: Dashboard,
  colored: (metadata: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> =>
  changeStored(services, id, async (trx, stored) => {
    const json_metadata = JSON.stringify(colored(objectOf(stored.json_metadata)))
    await trx.updateTable('dashboards').set({ json_metadata }).where('id', '=', id).execute()
  })

/** A change that begins with what is stored; no other one comes in between. Throws 404 for one that is gone. */
function changeStored<T>(
  { db, isPostgres }: Services,
  id: number,
  change: (trx: MetadataDb, stored: Dashboard) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('dashboards').selectAll().where('id', '=', id)
    const stored = await (isPostgres ? row.forUpdate() : row).executeTakeFirst()
    if (!stored) throw notFound()
    return change(trx, stored)
  })
}

async function store(trx: MetadataDb, stored: Dashboard, body: SaveBody, caller: Caller, now: Date): Promise<number> {
  const { id } = stored
  // Later than the change before it, so that each has a time of its own by which it is known.
  const time = Math.max(now.getTime(), Date.parse(stored.changed_on) + 1)
  const at = new Date(time).toISOString()
  const patch = { ...patchOf(body, stored), changed_on: at, changed_by: caller.userId }
  await keepFirstVersion(trx, {
    kind: 'dashboard',
    objectId: id,
    body: stored,
    userId: stored.changed_by,
    at: stored.changed_on,
  })
  await trx.updateTable('dashboards').set(patch).where('id', '=', id).execute()
  if (body.owners) await setOwners(trx, 'dashboard', id, body.owners)
  if (body.tags) await setTags(trx, 'dashboard', id, body.tags)
  await writeLinks(trx, { id, linkedBy: id }, body, caller)
  await keepVersion(trx, { kind: 'dashboard', objectId: id, body: { ...stored, ...patch }, userId: caller.userId, at })
  return Math.floor(time / 1000)
}

/** Copies a dashboard with the layout sent; with `duplicate_slices` its charts are copied too. */
export async function copyDashboard(
  services: Services,
  dashboard: Dashboard,
  body: CopyBody,
  caller: Caller,
): Promise<number> {
  const layout = objectOf(body.json_metadata).positions as Record<string, unknown> | undefined
  const idOf = body.duplicate_slices ? await copyCharts(services, dashboard.id, caller) : new Map<number, number>()
  const sent = { ...objectOf(dashboard.json_metadata), ...objectOf(body.json_metadata) }
  const metadata = withCopiedCharts(sent, idOf)
  const positions = withCharts(layout ?? objectOf(dashboard.position_json), idOf)
  return make(
    services,
    {
      dashboard_title: body.dashboard_title ?? dashboard.dashboard_title,
      ...(body.css === undefined ? {} : { css: body.css }),
      json_metadata: JSON.stringify({ ...metadata, positions }),
    },
    caller,
    dashboard.id,
  )
}

async function copyCharts({ db, now }: Services, dashboardId: number, caller: Caller): Promise<Map<number, number>> {
  const charts = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .where(visibleCharts(caller))
    .selectAll('charts')
    .execute()
  const at = now().toISOString()
  const stamps = { created_on: at, changed_on: at, created_by: caller.userId, changed_by: caller.userId }
  const idOf = new Map<number, number>()
  await db.transaction().execute(async (trx) => {
    for (const { id, ...chart } of charts) {
      const copy = await trx
        .insertInto('charts')
        .values({ ...chart, ...stamps, uuid: crypto.randomUUID() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await setOwners(trx, 'chart', copy.id, caller.userId === null ? [] : [caller.userId])
      idOf.set(id, copy.id)
    }
  })
  return idOf
}

async function checkSave(db: MetadataDb, body: SaveBody, id: number | null): Promise<void> {
  if (body.json_metadata) refuseWrongMetadata(body.json_metadata)
  await checkPeople(db, body)
  if (typeof body.theme_id === 'number') {
    const known = await db.selectFrom('themes').select('id').where('id', '=', body.theme_id).executeTakeFirst()
    if (!known) throw new Problem(422, { theme_id: ['Theme does not exist'] })
  }
  if (!body.slug) return
  const taken = await db.selectFrom('dashboards').select('id').where('slug', '=', slugOf(body.slug)).executeTakeFirst()
  if (taken && taken.id !== id) throw new Problem(422, { slug: ['Must be unique'] })
}

async function checkPeople(db: MetadataDb, body: SaveBody): Promise<void> {
  if (body.owners?.length) {
    const known = await db.selectFrom('users').select('id').where('id', 'in', body.owners).execute()
    if (known.length < new Set(body.owners).size) throw new Problem(422, { owners: ['Owners are invalid'] })
  }
  if (body.roles?.length) {
    const known = await db.selectFrom('roles').select('id').where('id', 'in', body.roles).execute()
    if (known.length < new Set(body.roles).size) throw new Problem(422, { roles: ['Some roles do not exist'] })
  }
}

interface Linked {
  readonly id: number
  /** The dashboard whose charts may stay, whoever saves: itself, or the one it is a copy of. */
  readonly linkedBy: number
}

/** Charts that are hidden from the caller do not come in by their number. */
async function writeLinks(db: MetadataDb, { id, linkedBy }: Linked, body: SaveBody, caller: Caller): Promise<void> {
  if (body.roles) {
    await db.deleteFrom('dashboard_roles').where('dashboard_id', '=', id).execute()
    const rows = [...new Set(body.roles)].map((role_id) => ({ dashboard_id: id, role_id }))
    if (rows.length > 0) await db.insertInto('dashboard_roles').values(rows).execute()
  }
  const layout = body.json_metadata ? splitMetadata(body.json_metadata, null).layout : null
  const positions = layout ?? (body.position_json ? objectOf(body.position_json) : null)
  if (!positions) return
  const wanted = chartIdsOf(positions)
  const isLinked = db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', linkedBy)
  const known =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('charts')
          .select('id')
          .where('id', 'in', wanted)
          .where((is) => is.or([is('id', 'in', isLinked), visibleCharts(caller)]))
          .execute()
  await db.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute()
  if (known.length > 0)
    await db
      .insertInto('dashboard_charts')
      .values(known.map((chart) => ({ dashboard_id: id, chart_id: chart.id })))
      .execute()
}
