import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { ownReports, usableDatabases, visibleCharts, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { choicesOf } from '../kit/choices.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { AUTHOR_FILTERS, relatedUsers } from '../kit/people.server.ts'
import { formColumn, wireInstant } from '../kit/project.ts'
import { loadReports } from './load.server.ts'

const OWNERS = ['owners.email', 'owners.first_name', 'owners.id', 'owners.last_name']
const LIST_COLUMNS = [
  'active',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on',
  'changed_on_delta_humanized',
  'chart_id',
  'created_by.first_name',
  'created_by.last_name',
  'created_on',
  'creation_method',
  'crontab',
  'crontab_humanized',
  'dashboard_id',
  'description',
  'extra',
  'id',
  'last_eval_dttm',
  'last_state',
  'name',
  ...OWNERS,
  'recipients.id',
  'recipients.type',
  'timezone',
  'type',
]
const SHOW_COLUMNS = [
  'id',
  'active',
  'chart.id',
  'chart.slice_name',
  'chart.viz_type',
  'context_markdown',
  'creation_method',
  'crontab',
  'custom_width',
  'dashboard.dashboard_title',
  'dashboard.id',
  'database.database_name',
  'database.id',
  'description',
  'email_subject',
  'extra',
  'force_screenshot',
  'grace_period',
  'last_eval_dttm',
  'last_state',
  'last_value',
  'last_value_row_json',
  'log_retention',
  'name',
  ...OWNERS,
  'recipients.id',
  'recipients.recipient_config_json',
  'recipients.type',
  'report_format',
  'sql',
  'timezone',
  'type',
  'validator_config_json',
  'validator_type',
  'working_timeout',
]
const FORM: readonly (readonly [name: string, type: string, required: boolean])[] = [
  ['active', 'Boolean', false],
  ['chart', 'Integer', false],
  ['crontab', 'String', true],
  ['dashboard', 'Integer', false],
  ['description', 'String', false],
  ['name', 'String', true],
  ['owners', 'List', false],
  ['recipients', 'List', false],
  ['report_format', 'String', false],
  ['timezone', 'String', false],
  ['type', 'String', true],
]
const COLUMNS = FORM.map(([name, type, required]) => formColumn(name, { type, required }))

/** How reports are listed: one's own. */
export const reportSpec = (services: Services): ListSpec<'reports'> => ({
  table: 'reports',
  title: 'Report Schedule',
  view: 'ReportSchedule',
  permissions: ['can_read', 'can_write'],
  visible: (query, caller) => query.where(ownReports(caller)),
  load: (ids) => loadReports(services, ids),
  listColumns: LIST_COLUMNS,
  showColumns: SHOW_COLUMNS,
  addColumns: COLUMNS,
  editColumns: COLUMNS.map((column) => ({ ...column, required: false })),
  orders: {
    active: 'reports.active',
    description: 'reports.description',
    'created_by.first_name': 'reports.created_by',
    'changed_by.first_name': 'reports.changed_by',
    changed_on: 'reports.changed_on',
    changed_on_delta_humanized: 'reports.changed_on',
    created_on: 'reports.created_on',
    crontab: 'reports.crontab',
    creation_method: 'reports.creation_method',
    last_eval_dttm: 'reports.last_eval_dttm',
    name: 'reports.name',
    type: 'reports.type',
    crontab_humanized: 'reports.crontab',
  },
  defaultOrder: ['name', 'asc'],
  filters: {
    name: { type: 'text' },
    active: { type: 'flag' },
    ...AUTHOR_FILTERS,
    chart_id: { type: 'number' },
    dashboard_id: { type: 'number' },
    creation_method: { type: 'text' },
    last_state: { type: 'text' },
    type: { type: 'text' },
  },
  custom: {
    'owners/rel_m_m': (_, value) =>
      sql<SqlBool>`exists (select 1 from owners where kind = 'report' and object_id = reports.id and user_id in (${sql.join((Array.isArray(value) ? value : [value]).map(Number))}))`,
    'name/report_all_text': (_, value) => anyHolds(['reports.name', 'reports.description'], value),
  },
  related: {
    owners: (q) => relatedUsers(services.db, q, true),
    created_by: (q) => relatedUsers(services.db, q, true),
    changed_by: (q) => relatedUsers(services.db, q, true),
    chart: (q, caller) =>
      choicesOf(services.db, { table: 'charts', text: 'slice_name', where: visibleCharts(caller) }, q),
    dashboard: (q, caller) =>
      choicesOf(services.db, { table: 'dashboards', text: 'dashboard_title', where: visibleDashboards(caller) }, q),
    database: (q, caller) =>
      choicesOf(services.db, { table: 'databases', text: 'database_name', where: usableDatabases(caller) }, q),
  },
})

/** How the executions of one report are listed. */
export const logSpec = (services: Services, reportId: number): ListSpec<'report_logs'> => ({
  table: 'report_logs',
  title: 'Report Execution Log',
  view: 'ReportSchedule',
  permissions: ['can_read'],
  visible: (query, caller: Caller) =>
    query.where(
      sql<SqlBool>`report_logs.report_id = ${reportId} and exists (select 1 from reports where reports.id = report_logs.report_id and ${ownReports(caller)})`,
    ),
  load: (ids) => loadLogs(services, ids),
  listColumns: LOG_COLUMNS,
  showColumns: LOG_COLUMNS,
  orders: {
    state: 'report_logs.state',
    error_message: 'report_logs.error_message',
    end_dttm: 'report_logs.end_dttm',
    start_dttm: 'report_logs.start_dttm',
    scheduled_dttm: 'report_logs.scheduled_dttm',
  },
  defaultOrder: ['scheduled_dttm', 'desc'],
  filters: {
    state: { type: 'text' },
    error_message: { type: 'text' },
    end_dttm: { type: 'time' },
    start_dttm: { type: 'time' },
    scheduled_dttm: { type: 'time' },
  },
})

const LOG_COLUMNS = [
  'id',
  'uuid',
  'scheduled_dttm',
  'start_dttm',
  'end_dttm',
  'state',
  'value',
  'value_row_json',
  'error_message',
]

async function loadLogs({ db }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('report_logs')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => ({
    ...row,
    scheduled_dttm: wireInstant(row.scheduled_dttm),
    start_dttm: wireInstant(row.start_dttm),
    end_dttm: wireInstant(row.end_dttm),
  }))
}
