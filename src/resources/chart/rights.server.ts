import { type SqlBool, sql } from 'kysely'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { ownsObject } from '../../metadata/owners.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { readableDatasets, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { CreateBody, UpdateBody } from './contract.ts'

type Chart = Row<'charts'>

/** Whether the caller may change and delete the chart. */
export const isOwner = (db: MetadataDb, { id }: Chart, caller: Caller): Promise<boolean> =>
  ownsObject(db, 'chart', id, caller)

/**
 * Owners and administrators change a chart. Who reads its dataset may give it the query context that it lacks; what a
 * chart asks already is no one else's to change, since reports, roles and guests are given what it asks.
 */
export async function mayChange(db: MetadataDb, chart: Chart, caller: Caller, body: UpdateBody): Promise<boolean> {
  return (
    (await isOwner(db, chart, caller)) ||
    (isGeneration(body) && !chart.query_context && readsDataset(db, chart, caller))
  )
}

const isGeneration = (body: UpdateBody) =>
  body.query_context_generation === true && Object.keys(body).every((key) => key.startsWith('query_context'))

/** A generated query context is no change by somebody where the chart's owner reads what it asks. */
export const isQuiet = async (db: MetadataDb, chart: Chart, caller: Caller, body: UpdateBody): Promise<boolean> =>
  isGeneration(body) && (await isOwner(db, chart, caller)) && (await readsDataset(db, chart, caller))

const readsDataset = async (db: MetadataDb, { datasource_id }: Chart, caller: Caller) =>
  datasource_id !== null && mayRead(db, datasource_id, caller)

async function mayRead(db: MetadataDb, datasetId: number, caller: Caller): Promise<boolean> {
  const known = db.selectFrom('datasets').select('id').where('id', '=', datasetId).where(readableDatasets(caller))
  return (await known.executeTakeFirst()) !== undefined
}

/** Refuses with 422 what does not exist for the caller, unless the chart has it already. */
export async function checkLinks(
  db: MetadataDb,
  body: CreateBody | UpdateBody,
  caller: Caller,
  stored: Chart | null,
): Promise<void> {
  if (
    body.datasource_id &&
    body.datasource_id !== stored?.datasource_id &&
    !(await mayRead(db, body.datasource_id, caller))
  )
    throw new Problem(422, { datasource_id: ['Datasource does not exist'] })
  if (body.owners?.length) {
    const known = await db.selectFrom('users').select('id').where('id', 'in', body.owners).execute()
    if (known.length < new Set(body.owners).size) throw new Problem(422, { owners: ['Owners are invalid'] })
  }
  if (body.dashboards?.length) {
    const known = await db
      .selectFrom('dashboards')
      .select('id')
      .where('id', 'in', body.dashboards)
      .where((eb) => eb.or([visibleDashboards(caller), isOn(stored)]))
      .execute()
    if (known.length < new Set(body.dashboards).size)
      throw new Problem(422, { dashboards: ['Dashboards do not exist'] })
    await refuseForeign(db, body.dashboards, caller, stored)
  }
}

/** To put a chart on a dashboard is to change it, which its owners and administrators alone may. */
async function refuseForeign(db: MetadataDb, ids: readonly number[], caller: Caller, stored: Chart | null) {
  const added = await db
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.not(isOn(stored)))
    .execute()
  for (const { id } of added)
    if (!(await ownsObject(db, 'dashboard', id, caller)))
      throw new Problem(403, 'Changing one or more of these dashboards is forbidden')
}

/** Condition on `dashboards`: those that the chart is on. */
const isOn = (chart: Chart | null) =>
  sql<SqlBool>`exists (
    select 1 from dashboard_charts
    where dashboard_charts.dashboard_id = dashboards.id and dashboard_charts.chart_id = ${chart?.id ?? null})`
