import { createHash } from 'node:crypto'
import { wordsOf } from '../../gateway/render/words.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Language } from '../../kernel/language.ts'
import { readPreferences } from '../../metadata/preferences.server.ts'
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
 * Writes to the owners of a report that an execution failed, to each in their language, unless they were told within
 * its grace period. Its recipients are not told. Throws what the mail server says.
 */
export async function tellOwners(post: Post, failure: Failure): Promise<void> {
  const { services } = post
  const { report } = failure
  const owners = await addressesOfOwners(services, report.id)
  if (owners.size === 0 || !isToldAgain(await failuresSinceSuccess(services, report.id), report.grace_period)) return
  for (const [language, to] of owners) await tell(post, failure, language, to)
}

async function tell({ mailer, publicUrl }: Post, failure: Failure, language: Language, to: readonly string[]) {
  const { report, log, message } = failure
  const t = wordsOf(language)
  const link = `${publicUrl}${pathOf(report)}`
  const said =
    report.type === 'Alert'
      ? t('The alert {{name}} failed.', { name: report.name })
      : t('The report {{name}} was not sent to its recipients.', { name: report.name })
  const due = t('It was due at {{time}} and will be tried again when it is due next.', {
    time: timeOf(failure, language),
  })
  const body = html`<!doctype html><html><body style="font-family:sans-serif;font-size:14px">
<p>${said}</p><p>${t(message)}</p><p>${due}</p><p><a href="${link}">${t('Open in Sightline')}</a></p></body></html>`
  await mailer({
    to,
    cc: [],
    bcc: [],
    subject: oneLine(t('Not sent: {{name}}', { name: report.name })),
    text: `${said}\n\n${t(message)}\n\n${due}\n\n${link}\n`,
    html: body.markup,
    attachments: [],
    key: createHash('sha256').update(`failure ${report.id} ${log.uuid} ${language}`).digest('hex').slice(0, 32),
  })
}

/** On the clock that the report is sent by, which is named. */
const timeOf = ({ report, log }: Failure, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: report.timezone }).format(new Date(log.scheduled_dttm))} (${report.timezone})`

function pathOf({ id, type, chart_id, dashboard_id }: Row<'reports'>): string {
  if (type === 'Alert') return `/alert/list/?edit=${id}`
  return chart_id === null ? `/superset/dashboard/${dashboard_id}/` : `/explore/?slice_id=${chart_id}`
}

/** Those who can sign in, by the language of what they are told; a report of nobody is told to nobody. */
async function addressesOfOwners({ db }: Services, reportId: number): Promise<ReadonlyMap<Language, string[]>> {
  const owners = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .where('owners.kind', '=', 'report')
    .where('owners.object_id', '=', reportId)
    .where('users.is_active', '=', 1)
    .select(['users.email', 'users.settings'])
    .execute()
  const reached = owners.filter(({ email }) => email.includes('@'))
  const byLanguage = Map.groupBy(reached, ({ settings }) => readPreferences(settings).language ?? 'en')
  return new Map([...byLanguage].map(([language, some]) => [language, [...new Set(some.map(({ email }) => email))]]))
}

/** Milliseconds at which executions failed since one succeeded, the last of them being at hand. */
async function failuresSinceSuccess({ db }: Services, reportId: number): Promise<readonly number[]> {
  const logs = await db
    .selectFrom('report_logs')
    .where('report_id', '=', reportId)
    .where('state', '!=', 'Working')
    .orderBy('scheduled_dttm')
    .select(['state', 'scheduled_dttm', 'error_message'])
    .execute()
  const since = logs.slice(logs.findLastIndex(({ error_message }) => error_message === null) + 1)
  return since.filter(({ state }) => state === 'Error').map(({ scheduled_dttm }) => Date.parse(scheduled_dttm))
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
