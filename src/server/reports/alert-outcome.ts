import type { Asker } from '../../gateway/render/asker.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { alertValue } from '../../resources/report/alert-value.server.ts'
import { type AlertCell, conditionOf, holds } from '../../resources/report/condition.ts'
import { Problem } from '../../wire/problem.ts'

type Report = Row<'reports'>

export interface AlertOutcome {
  readonly cell: AlertCell
  /** `On Grace`: there is something to tell, of which the recipients know. */
  readonly state: 'due' | 'Not triggered' | 'On Grace'
}

/** Looks whether an alert has something to tell. Throws what keeps its value from being known. */
export async function alertOutcome(asker: Asker, report: Report): Promise<AlertOutcome> {
  const { database_id, sql } = report
  if (database_id === null || sql === null) throw new Problem(422, 'The alert has no statement.')
  const timeoutMs = report.working_timeout * 1000
  const cell = await alertValue(asker, { databaseId: database_id, sql, timeoutMs, lane: 'batch' })
  if (!holds(conditionOf(report), cell)) return { cell, state: 'Not triggered' }
  return { cell, state: (await isOnGrace(asker, report)) ? 'On Grace' : 'due' }
}

/** What was told stays told for the grace period, unless it was over in between. */
async function isOnGrace({ services }: Asker, { id, last_state, grace_period }: Report): Promise<boolean> {
  if (last_state !== 'Success' && last_state !== 'On Grace') return false
  const last = await services.db
    .selectFrom('report_logs')
    .select('end_dttm')
    .where('report_id', '=', id)
    .where('state', '=', 'Success')
    .orderBy('scheduled_dttm', 'desc')
    .executeTakeFirst()
  const toldAt = last?.end_dttm ? Date.parse(last.end_dttm) : Number.NEGATIVE_INFINITY
  return services.now().getTime() - toldAt < grace_period * 1000
}
