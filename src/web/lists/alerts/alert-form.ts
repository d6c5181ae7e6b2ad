import type { Operator } from '../../../resources/report/condition.ts'
import type { ReportFields } from '../../data/reports.ts'

export type About = 'value' | 'chart' | 'dashboard'

/** What a person sets of an alert. */
export interface AlertForm extends ReportFields {
  readonly databaseId: number | null
  readonly sql: string
  /** Null: sent where there is a value at all. */
  readonly op: Operator | null
  readonly threshold: number | null
  readonly graceHours: number | null
  readonly about: About
  readonly aboutId: number | null
}

interface Named {
  readonly id: number
}

/** An alert as the server gives it. */
export interface AlertRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly crontab: string
  readonly timezone: string
  readonly report_format: ReportFields['format']
  readonly recipients: readonly { readonly recipient_config_json: string }[]
  readonly database: (Named & { readonly database_name: string }) | null
  readonly sql: string | null
  readonly validator_type: string | null
  readonly validator_config_json: string
  readonly grace_period: number
  readonly chart: (Named & { readonly slice_name: string | null }) | null
  readonly dashboard: (Named & { readonly dashboard_title: string | null }) | null
}

const HOUR_SEC = 3_600

export const newAlert = (recipients: string, timezone: string): AlertForm => ({
  name: '',
  description: '',
  databaseId: null,
  sql: '',
  op: '>',
  threshold: 0,
  crontab: '0 * * * *',
  timezone,
  graceHours: 4,
  about: 'value',
  aboutId: null,
  format: 'TEXT',
  recipients,
})

export function alertFormOf(row: AlertRow): AlertForm {
  const { op, threshold } = JSON.parse(row.validator_config_json) as { op?: Operator; threshold?: number }
  const isCompared = row.validator_type === 'operator'
  const targets = row.recipients.map((one) => JSON.parse(one.recipient_config_json) as { target?: string })
  return {
    name: row.name,
    description: row.description ?? '',
    databaseId: row.database?.id ?? null,
    sql: row.sql ?? '',
    op: (isCompared && op) || null,
    threshold: isCompared ? (threshold ?? null) : null,
    crontab: row.crontab,
    timezone: row.timezone,
    graceHours: row.grace_period / HOUR_SEC,
    about: row.chart ? 'chart' : row.dashboard ? 'dashboard' : 'value',
    aboutId: row.chart?.id ?? row.dashboard?.id ?? null,
    format: row.report_format,
    recipients: targets.map(({ target }) => target ?? '').join(', '),
  }
}

/** The condition as the server takes it. */
export const conditionBody = ({ op, threshold }: Pick<AlertForm, 'op' | 'threshold'>) =>
  op === null
    ? { validator_type: 'not null', validator_config_json: {} }
    : { validator_type: 'operator', validator_config_json: threshold === null ? { op } : { op, threshold } }

export const alertBodyOf = (form: AlertForm) => ({
  type: 'Alert',
  name: form.name.trim(),
  description: form.description,
  crontab: form.crontab.trim(),
  timezone: form.timezone,
  database: form.databaseId,
  sql: form.sql,
  ...conditionBody(form),
  grace_period: Math.round((form.graceHours ?? 0) * HOUR_SEC),
  chart: form.about === 'chart' ? form.aboutId : null,
  dashboard: form.about === 'dashboard' ? form.aboutId : null,
  report_format: form.format,
  recipients: [{ type: 'Email', recipient_config_json: { target: form.recipients.trim() } }],
})

/** Whether everything is said that an alert needs. */
export const isComplete = (form: AlertForm): boolean =>
  [form.name, form.sql, form.crontab, form.recipients].every((one) => one.trim() !== '') &&
  form.databaseId !== null &&
  (form.op === null || form.threshold !== null) &&
  (form.graceHours ?? 0) > 0 &&
  (form.about === 'value' || form.aboutId !== null)
