import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../wire/caller.ts'
import type { MetadataDb } from './open.server.ts'
import type { Row } from './tables.server.ts'

const YES = sql<SqlBool>`1 = 1`
const NO = sql<SqlBool>`1 = 0`

/** Condition on `datasets`: those the caller may read, by any of the levels all, database, schema, dataset. */
export function readableDatasets(caller: Caller): RawBuilder<SqlBool> {
  if (caller.can('all_datasource_access', 'all_datasource_access')) return YES
  const granted = grantsOf(caller)
  const parts = [
    idsIn(sql.ref('datasets.id'), granted.datasets),
    idsIn(sql.ref('datasets.database_id'), granted.databases),
    ...granted.schemas.map(
      ([database, schema]) =>
        sql<SqlBool>`(datasets.schema = ${schema} and exists (select 1 from databases where databases.id = datasets.database_id and databases.database_name = ${database}))`,
    ),
  ]
  if (caller.can('all_database_access', 'all_database_access')) return YES
  return any(parts)
}

/** Condition on `databases`: those the caller may use at all. */
export function usableDatabases(caller: Caller): RawBuilder<SqlBool> {
  if (caller.can('all_database_access', 'all_database_access')) return YES
  const granted = grantsOf(caller)
  const names = [...new Set([...granted.schemas, ...granted.catalogs].map(([database]) => database))]
  return any([
    idsIn(sql.ref('databases.id'), granted.databases),
    names.length === 0 ? NO : sql<SqlBool>`databases.database_name in (${sql.join(names)})`,
    granted.datasets.length === 0
      ? NO
      : sql<SqlBool>`databases.id in (select database_id from datasets where id in (${sql.join(granted.datasets)}))`,
  ])
}

/** Condition on `reports`: those of the caller, for administrators all. */
export const ownReports = (caller: Caller): RawBuilder<SqlBool> =>
  caller.isAdmin
    ? YES
    : sql<SqlBool>`exists (select 1 from owners where owners.kind = 'report' and owners.object_id = reports.id and owners.user_id = ${caller.userId})`

/** Condition on `charts`: own ones, and those whose dataset the caller may read. */
export function visibleCharts(caller: Caller): RawBuilder<SqlBool> {
  if (caller.can('all_datasource_access', 'all_datasource_access')) return YES
  return sql<SqlBool>`(${owned('chart', 'charts', caller)} or exists (
    select 1 from datasets where datasets.id = charts.datasource_id and ${readableDatasets(caller)}))`
}

/**
 * Condition on `dashboards` (reference: charts-dashboards A.3): own ones; published ones with a readable dataset, or
 * without charts for those who read everything; those of a role of the caller; a guest's own.
 */
export function visibleDashboards(caller: Caller): RawBuilder<SqlBool> {
  if (caller.isAdmin) return YES
  if (caller.kind === 'guest') return guestDashboards(caller)
  const roleIds = caller.opensByRole ? caller.roles.map((role) => role.id) : []
  const byRole =
    roleIds.length === 0
      ? NO
      : sql<SqlBool>`exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id and dashboard_roles.role_id in (${sql.join(roleIds)}))`
  const byData = sql<SqlBool>`exists (
    select 1 from dashboard_charts
    join charts on charts.id = dashboard_charts.chart_id
    join datasets on datasets.id = charts.datasource_id
    where dashboard_charts.dashboard_id = dashboards.id and ${readableDatasets(caller)})`
  return sql<SqlBool>`(${owned('dashboard', 'dashboards', caller)} or (dashboards.published = 1 and (${byRole} or ${byData})))`
}

/** A dashboard that the caller may see, by id, uuid or slug; null where there is none. */
export async function findVisibleDashboard(
  db: MetadataDb,
  key: number | string,
  caller: Caller,
): Promise<Row<'dashboards'> | null> {
  const text = String(key)
  const visible = db.selectFrom('dashboards').selectAll().where(visibleDashboards(caller))
  const found = await (/^\d{1,9}$/.test(text)
    ? visible.where('id', '=', Number(text))
    : visible.where((eb) => eb.or([eb('uuid', '=', text), eb('slug', '=', text)]))
  ).executeTakeFirst()
  return found ?? null
}

function guestDashboards(caller: Caller): RawBuilder<SqlBool> {
  const ids = (caller.guest?.resources ?? []).filter((r) => r.type === 'dashboard').map((r) => r.id)
  if (ids.length === 0) return NO
  return sql<SqlBool>`exists (select 1 from embedded where embedded.dashboard_id = dashboards.id and embedded.uuid in (${sql.join(ids)}))`
}

const owned = (kind: string, table: string, caller: Caller) =>
  caller.userId === null
    ? NO
    : sql<SqlBool>`exists (select 1 from owners where owners.kind = ${kind} and owners.object_id = ${sql.ref(`${table}.id`)} and owners.user_id = ${caller.userId})`

const idsIn = (column: RawBuilder<unknown>, ids: readonly number[]) =>
  ids.length === 0 ? NO : sql<SqlBool>`${column} in (${sql.join([...ids])})`

const any = (parts: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` or `)})`

/** What the object pairs of a caller grant, read from their names. */
function grantsOf(caller: Caller) {
  const pairs = caller.pairs()
  const views = (name: string) => pairs.filter(([permission]) => permission === name).map(([, view]) => view)
  return {
    databases: views('database_access').flatMap(idIn),
    datasets: views('datasource_access').flatMap(idIn),
    schemas: views('schema_access').flatMap(partsIn),
    catalogs: views('catalog_access').flatMap(partsIn),
  }
}

function idIn(view: string): number[] {
  const id = /\(id:(\d+)\)$/.exec(view)?.[1]
  return id === undefined ? [] : [Number(id)]
}

function partsIn(view: string): [database: string, part: string][] {
  const [, database, part] = /^\[(.*)\]\.\[(.*)\]$/.exec(view) ?? []
  return database === undefined || part === undefined ? [] : [[database, part]]
}
