import { type Kysely, sql } from 'kysely'
import { countChangesOf } from './change-counts.server.ts'
import { createIndexes, createTable, type TableSpec } from './columns.server.ts'

const TABLES: readonly TableSpec[] = [
  [
    'reports',
    {
      name: 'text!',
      description: 'text',
      active: 'integer=1',
      creation_method: 'text!',
      crontab: 'text!',
      timezone: 'text!',
      chart_id: 'integer',
      dashboard_id: 'integer',
      report_format: 'text=TEXT',
      email_subject: 'text',
      context_markdown: 'text',
      extra: 'text={}',
      log_retention: 'integer=90',
      grace_period: 'integer=14400',
      working_timeout: 'integer=3600',
      run_as: 'integer',
      next_dttm: 'text',
      last_state: 'text=Not triggered',
      last_eval_dttm: 'text',
      created_on: 'text!',
      changed_on: 'text!',
      created_by: 'integer',
      changed_by: 'integer',
    },
    { id: true, unique: [['name']] },
  ],
  ['report_recipients', { report_id: 'integer!', type: 'text!', recipient_config_json: 'text!' }, { id: true }],
  [
    'report_logs',
    {
      uuid: 'text!',
      report_id: 'integer!',
      scheduled_dttm: 'text!',
      start_dttm: 'text!',
      end_dttm: 'text',
      state: 'text!',
      error_message: 'text',
    },
    { id: true, unique: [['report_id', 'scheduled_dttm']] },
  ],
]

/** Reports by e-mail, their recipients and their executions. */
export async function reports(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const [name, columns, keys] of TABLES) {
    await createTable(db, isPostgres, name, columns, keys)
    if (isPostgres) await countChangesOf(db, name)
  }
  await createIndexes(db, {
    reports: [['next_dttm'], ['chart_id'], ['dashboard_id']],
    report_recipients: [['report_id']],
  })
  for (const [kind, method] of [
    ['chart', 'charts'],
    ['dashboard', 'dashboards'],
  ] as const)
    await db.schema
      .createIndex(`reports_one_per_${kind}`)
      .unique()
      .on('reports')
      .columns(['created_by', `${kind}_id`])
      .where(sql.ref('creation_method'), '=', sql.lit(method))
      .execute()
}
