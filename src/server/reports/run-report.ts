import { createHash } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { userCaller } from '../../metadata/access.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { addressesIn } from '../../resources/report/address.ts'
import { type AlertCell, numberOf } from '../../resources/report/condition.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { type AlertOutcome, alertOutcome } from './alert-outcome.ts'
import { contentOf } from './content.ts'
import type { Mailer } from './mailer.ts'
import { tellOwners } from './tell-owners.ts'

const LONGEST_ERROR = 500
const LONGEST_RUN_SEC = 86_400

export interface Delivery {
  readonly services: Services
  readonly mailer: Mailer
  /** Where people reach the server, without a final slash. */
  readonly publicUrl: string
  /** Nothing new is begun. */
  readonly stopping: AbortSignal
  /** What has been begun is ended. */
  readonly signal: AbortSignal
}

type Report = Row<'reports'>
type Log = Row<'report_logs'>

/** Carries out one execution and writes how it went. Never rejects for what is wrong with the report. */
export async function runReport(delivery: Delivery, report: Report, log: Log): Promise<void> {
  const { services } = delivery
  let isMailed = false
  const noteMail = () => {
    isMailed = true
  }
  const alert: Found = {}
  const failure = await carryOut(delivery, report, log, alert, noteMail).then(
    () => null,
    (cause: unknown) => cause,
  )
  if (failure !== null && delivery.signal.aborted && !isMailed) return giveBack(delivery, report, log)
  const found = alert.outcome
  const ended = found === undefined || found.state === 'due' ? 'Success' : found.state
  const state = failure === null ? ended : 'Error'
  const value = found ? storedValue(found.cell) : NO_VALUE
  const at = services.now().toISOString()
  const error_message = failure === null ? null : textOf(failure)
  if (failure !== null && !(failure instanceof Problem))
    services.log('warn', 'a report was not sent', { report: report.id, cause: String(failure) })
  await services.db
    .updateTable('report_logs')
    .set({ state, end_dttm: at, error_message, ...value })
    .where('id', '=', log.id)
    .execute()
  await services.db
    .updateTable('reports')
    .set({
      last_state: state,
      last_eval_dttm: at,
      ...(found && { last_value: value.value, last_value_row_json: value.value_row_json }),
    })
    .where('id', '=', report.id)
    .execute()
  if (error_message !== null && !delivery.signal.aborted) await tellFailure(delivery, report, log, error_message)
}

/**
 * Writes to the owners of a report that an execution failed. That they cannot be told is no failure of its own: the log
 * of the report says what was wrong.
 */
export async function tellFailure(delivery: Delivery, report: Report, log: Log, message: string): Promise<void> {
  await tellOwners(delivery, { report, log, message }).catch((cause: unknown) =>
    delivery.services.log('warn', 'owners were not told that a report failed', {
      report: report.id,
      cause: String(cause),
    }),
  )
}

/** An execution that was ended with its server, before its mail began, is one for whichever server looks next. */
async function giveBack({ services: { db } }: Delivery, report: Report, log: Log): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('report_logs').where('id', '=', log.id).execute()
    await trx
      .updateTable('reports')
      .set({ next_dttm: report.next_dttm, last_state: report.last_state })
      .where('id', '=', report.id)
      .where('active', '=', 1)
      .where('crontab', '=', report.crontab)
      .where('timezone', '=', report.timezone)
      .execute()
  })
}

/** What became known of an alert before its execution ended, or failed. */
interface Found {
  outcome?: AlertOutcome
}

const NO_VALUE = { value: null, value_row_json: null } as const
const LONGEST_CELL = 1_000

/** A value as a number where it is one, and as it was given. */
const storedValue = (cell: AlertCell) => ({
  value: numberOf(cell),
  value_row_json:
    cell === null ? null : JSON.stringify([typeof cell === 'string' ? cell.slice(0, LONGEST_CELL) : cell]),
})

/** Sends a report, and an alert where it has something to tell. */
async function carryOut(
  { services, mailer, publicUrl, signal }: Delivery,
  report: Report,
  log: Log,
  found: Found,
  onMail: () => void,
): Promise<void> {
  const seconds = Math.min(report.working_timeout, LONGEST_RUN_SEC)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  await services.freshenMark()
  const caller = await runningAs(services, report)
  const asker = { services, caller, signal: limit }
  if (report.type === 'Alert') {
    found.outcome = await alertOutcome(asker, report)
    if (found.outcome.state !== 'due') return
  }
  const recipients = await recipientsOf(services, report)
  const content = await contentOf(asker, report, publicUrl, found.outcome?.cell)
  limit.throwIfAborted()
  const key = createHash('sha256').update(`${report.id} ${report.created_on} ${log.scheduled_dttm}`).digest('hex')
  onMail()
  await mailer({ ...content, ...recipients, key: key.slice(0, 32) })
  services.audit({
    actor: caller.username,
    action: report.type === 'Alert' ? 'alert.send' : 'report.send',
    object: `report:${report.id}`,
    outcome: 'ok',
    ip: '',
    requestId: log.uuid,
    detail: { recipients: recipients.to.length + recipients.cc.length + recipients.bcc.length },
  })
}

/** Who a report is sent as. It never falls back to somebody else. */
async function runningAs({ db }: Services, { id, run_as }: Report): Promise<Caller> {
  const owner = await db
    .selectFrom('owners')
    .select('user_id')
    .where('kind', '=', 'report')
    .where('object_id', '=', id)
    .where('user_id', '=', run_as ?? -1)
    .executeTakeFirst()
  const caller = owner ? await userCaller(db, owner.user_id) : null
  if (!caller) throw new Problem(403, 'The owner of the report cannot sign in any more.')
  if (!caller.can('can_write', 'ReportSchedule')) throw new Problem(403, 'The owner may not send reports any more.')
  return caller
}

async function recipientsOf({ db }: Services, { id }: Report) {
  const rows = await db.selectFrom('report_recipients').selectAll().where('report_id', '=', id).execute()
  const configs = rows.map(({ recipient_config_json }) => JSON.parse(recipient_config_json) as Record<string, string>)
  const of = (field: string) => [...new Set(configs.flatMap((config) => addressesIn(config[field] ?? '')))]
  const to = of('target')
  if (to.length === 0) throw new Problem(422, 'The report has no recipients.')
  return { to, cc: of('ccTarget'), bcc: of('bccTarget') }
}

function textOf(cause: unknown): string {
  if (cause instanceof Problem) return cause.message.slice(0, LONGEST_ERROR)
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'The report took too long.'
  if (cause instanceof Error && cause.name === 'AbortError') return 'The server was stopped before the report was sent.'
  if (cause instanceof Error && 'code' in cause)
    return `The e-mail could not be sent: ${cause.message}`.slice(0, LONGEST_ERROR)
  return 'The report could not be made.'
}
