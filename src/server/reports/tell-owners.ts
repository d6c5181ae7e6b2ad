import { createHash } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { html } from './html.ts'
import type { Mailer } from './mailer.ts'
import { oneLine } from './one-line.ts'

interface Failure {
  readonly report: Row<'reports'>
  readonly log: Row<'report_logs'>
  /** As it stands in the log of the report. */
  readonly message: string
}

interface Post {
  readonly services: Services
  readonly mailer: Mailer
  /** Where people reach the server, without a final slash. */
  readonly publicUrl: string
}

/**
 * Writes to the owners of a report that an execution failed, unless they were told within its grace period. Its
 * recipients are not told. Throws what the mail server says.
 */
export async function tellOwners({ services, mailer, publicUrl }: Post, failure: Failure): Promise<void> {
  const { report, log, message } = failure
  const to = await addressesOfOwners(services, report.id)
  if (to.length === 0 || !isToldAgain(await failuresSinceSuccess(services, report.id), report.grace_period)) return
  const link = `${publicUrl}${report.chart_id === null ? dashboardPath(report) : `/explore/?slice_id=${report.chart_id}`}`
  const body = html`<!doctype html><html><body style="font-family:sans-serif;font-size:14px">
<p>The report <b>${report.name}</b> was not sent to its recipients.</p><p>${message}</p>
<p>It was due at ${log.scheduled_dttm} and will be tried again when it is due next.</p>
<p><a href="${link}">Open in Sightline</a></p></body></html>`
  await mailer({
    to,
    cc: [],
    bcc: [],
    subject: oneLine(`Not sent: ${report.name}`),
    text: `The report ${report.name} was not sent to its recipients.\n\n${message}\n\n${link}\n`,
    html: body.markup,
    attachments: [],
    key: createHash('sha256').update(`failure ${report.id} ${log.uuid}`).digest('hex').slice(0, 32),
  })
}

const dashboardPath = ({ dashboard_id }: Row<'reports'>) => `/superset/dashboard/${dashboard_id}/`

/** Those who can sign in; a report of nobody is told to nobody. */
async function addressesOfOwners({ db }: Services, reportId: number): Promise<readonly string[]> {
  const owners = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'report')
    .where('owners.object_id', '=', reportId)
    .where('users.is_active', '=', 1)
    .select('users.email')
    .execute()
  return [...new Set(owners.map(({ email }) => email).filter((email) => email.includes('@')))]
}

/** Milliseconds at which executions failed since one succeeded, the last of them being at hand. */
async function failuresSinceSuccess({ db }: Services, reportId: number): Promise<readonly number[]> {
  const logs = await db
    .selectFrom('report_logs')
    .where('report_id', '=', reportId)
    .where('state', 'in', ['Success', 'Error'])
    .orderBy('scheduled_dttm')
    .select(['state', 'scheduled_dttm'])
    .execute()
  const since = logs.slice(logs.findLastIndex(({ state }) => state === 'Success') + 1)
  return since.map(({ scheduled_dttm }) => Date.parse(scheduled_dttm))
}

/**
 * Whether the last of some failures is told: the first one is, and then the first that comes a grace period (seconds)
 * after one that was told. `failures` are milliseconds, the earliest first.
 */
export function isToldAgain(failures: readonly number[], graceSec: number): boolean {
  let told = Number.NEGATIVE_INFINITY
  for (const at of failures) if (at - told >= graceSec * 1000) told = at
  return failures.length > 0 && told === failures.at(-1)
}
