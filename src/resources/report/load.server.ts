import type { Services } from '../../gateway/services.server.ts'
import { wireInstant } from '../kit/project.ts'
import { withStamps } from '../kit/stamps.server.ts'
import { crontabInWords } from './schedule.ts'

/** Whole wire records of reports. */
export async function loadReports(services: Services, ids: readonly number[]) {
  const { db } = services
  const wanted = [...ids]
  const rows = await db.selectFrom('reports').selectAll().where('id', 'in', wanted).execute()
  const [owners, recipients, charts, dashboards, databases] = await Promise.all([
    ownersByReport(services, wanted),
    db.selectFrom('report_recipients').selectAll().where('report_id', 'in', wanted).orderBy('id').execute(),
    chartsById(
      services,
      rows.flatMap((row) => row.chart_id ?? []),
    ),
    dashboardsById(
      services,
      rows.flatMap((row) => row.dashboard_id ?? []),
    ),
    databasesById(
      services,
      rows.flatMap((row) => row.database_id ?? []),
    ),
  ])
  return (await withStamps(services, rows)).map(({ run_as: _, next_dttm: __, ...row }) => ({
    ...row,
    database: row.database_id === null ? null : (databases.get(row.database_id) ?? null),
    active: row.active === 1,
    force_screenshot: row.force_screenshot === 1,
    extra: JSON.parse(row.extra) as unknown,
    last_eval_dttm: wireInstant(row.last_eval_dttm),
    crontab_humanized: crontabInWords(row.crontab),
    owners: owners.get(row.id) ?? [],
    recipients: recipients.filter(({ report_id }) => report_id === row.id),
    chart: row.chart_id === null ? null : (charts.get(row.chart_id) ?? null),
    dashboard: row.dashboard_id === null ? null : (dashboards.get(row.dashboard_id) ?? null),
  }))
}

async function ownersByReport({ db }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'report')
    .where('owners.object_id', 'in', [...ids])
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .orderBy('users.id')
    .execute()
  return Map.groupBy(rows, ({ object_id }) => object_id)
}

async function chartsById({ db }: Services, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, unknown>()
  const rows = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map<number, unknown>(rows.map((row) => [row.id, row]))
}

async function dashboardsById({ db }: Services, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, unknown>()
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map<number, unknown>(rows.map((row) => [row.id, row]))
}

async function databasesById({ db }: Services, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, unknown>()
  const rows = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map<number, unknown>(rows.map((row) => [row.id, row]))
}
