import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { knownIds } from '../kit/known-ids.server.ts'
import { checkedAlert } from './check-alert.server.ts'
import type { CreateBody, UpdateBody } from './contract.ts'

type Body = CreateBody | UpdateBody
type Target = Pick<Row<'reports'>, 'chart_id' | 'dashboard_id' | 'creation_method'>

/** What a report is about once a body is applied to it. */
function targetOf(body: Body, report: Target | null): Target {
  return {
    chart_id: body.chart === undefined ? (report?.chart_id ?? null) : body.chart,
    dashboard_id: body.dashboard === undefined ? (report?.dashboard_id ?? null) : body.dashboard,
    creation_method: body.creation_method ?? report?.creation_method ?? 'alerts_reports',
  }
}

/** Refuses with 422 what no report can be: about nothing, about what is not there. The caller must see what it is about. */
export async function checkReport(
  services: Services,
  body: Body,
  report: Row<'reports'> | null,
  caller: Caller,
): Promise<Target & Awaited<ReturnType<typeof checkedAlert>>> {
  const target = targetOf(body, report)
  const alert = await checkedAlert(services, body, report, caller)
  checkAbout(target, alert.type)
  await checkSeen(services, body, caller)
  await checkOwners(services, body)
  checkFormat(body, caller)
  return { ...target, ...alert }
}

const refused = (field: string, words: string) => new Problem(422, { [field]: words })

/** An alert may be about its value alone. */
function checkAbout({ chart_id, dashboard_id, creation_method }: Target, type: 'Report' | 'Alert'): void {
  if (chart_id !== null && dashboard_id !== null) throw refused('chart', 'Choose a chart or dashboard not both')
  if (creation_method === 'charts' && chart_id === null)
    throw refused('chart', 'Please save your chart first, then try creating a new email report.')
  if (creation_method === 'dashboards' && dashboard_id === null)
    throw refused('dashboard', 'Please save your dashboard first, then try creating a new email report.')
  if (type === 'Report' && chart_id === null && dashboard_id === null)
    throw refused('chart', 'Must choose either a chart or a dashboard')
}

async function checkSeen({ db }: Services, body: Body, caller: Caller): Promise<void> {
  if (body.chart != null) {
    const chart = db.selectFrom('charts').select('id').where('id', '=', body.chart).where(visibleCharts(caller))
    if (!isStorable(body.chart) || !(await chart.executeTakeFirst())) throw refused('chart', 'Chart does not exist')
  }
  if (body.dashboard != null) {
    const { dashboard: id } = body
    const dashboard = db.selectFrom('dashboards').select('id').where('id', '=', id).where(visibleDashboards(caller))
    if (!isStorable(id) || !(await dashboard.executeTakeFirst())) throw refused('dashboard', 'Dashboard does not exist')
  }
}

const isStorable = (id: number) => id > 0 && id <= 2_147_483_647

async function checkOwners({ db }: Services, { owners }: Body): Promise<void> {
  if (!owners?.length) return
  const known = await knownIds(db, 'users', owners)
  if (known.length < new Set(owners).size) throw invalidFields({ owners: ['Owners are invalid'] }, 422)
}

function checkFormat({ report_format }: Body, caller: Caller): void {
  if (report_format === 'CSV' && !caller.can('can_csv', 'Superset'))
    throw refused('report_format', 'You may not export rows as CSV. Choose TEXT.')
}
