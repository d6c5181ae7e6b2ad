import type { Generated } from 'kysely'
import type { Flag, Instant, JsonText, Stamped } from './values.server.ts'

export interface ReportTable extends Stamped {
  id: Generated<number>
  /** An alert is sent only where its statement gives something to tell of. */
  type: Generated<'Report' | 'Alert'>
  name: string
  description: string | null
  active: Flag
  creation_method: 'charts' | 'dashboards' | 'alerts_reports'
  crontab: string
  timezone: string
  chart_id: number | null
  dashboard_id: number | null
  report_format: Generated<'TEXT' | 'CSV' | 'PNG' | 'PDF'>
  /** Pixels of its picture; null for the usual width. */
  custom_width: number | null
  /** The charts of its picture are asked anew, past what is kept. */
  force_screenshot: Generated<Flag>
  email_subject: string | null
  context_markdown: string | null
  extra: Generated<JsonText>
  /** Days that executions are kept. */
  log_retention: Generated<number>
  grace_period: Generated<number>
  /** Seconds that an execution may take. */
  working_timeout: Generated<number>
  /** The user whose rights hold for what is sent. */
  run_as: number | null
  /** When it is due; null where it is switched off. */
  next_dttm: Instant | null
  last_state: Generated<string>
  last_eval_dttm: Instant | null
  /** Of an alert: where its statement runs. */
  database_id: number | null
  sql: string | null
  validator_type: 'not null' | 'operator' | null
  /** `{op, threshold}`. */
  validator_config_json: Generated<JsonText>
  /** What the statement of an alert gave last; what is no number is in the text. */
  last_value: number | null
  last_value_row_json: string | null
}

export interface ReportRecipientTable {
  id: Generated<number>
  report_id: number
  type: 'Email'
  /** `{target, ccTarget?, bccTarget?}`. */
  recipient_config_json: JsonText
}

/** One execution; who inserts the row of a scheduled instant carries it out. */
export interface ReportLogTable {
  id: Generated<number>
  uuid: string
  report_id: number
  scheduled_dttm: Instant
  start_dttm: Instant
  end_dttm: Instant | null
  state: 'Working' | 'Success' | 'Error' | 'Not triggered' | 'On Grace'
  error_message: string | null
  value: number | null
  value_row_json: string | null
}
