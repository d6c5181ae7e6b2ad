import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { NewRow, Row, RowPatch } from '../../metadata/tables.server.ts'
import { ownReports } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { setOwners } from '../kit/people.server.ts'
import { changeStamps, newStamps } from '../kit/stamps.server.ts'
import { checkReport } from './checks.server.ts'
import type { CreateBody, UpdateBody } from './contract.ts'
import { type Recipient, readRecipients } from './recipients.ts'
import { nextRun } from './schedule.ts'

type Report = Row<'reports'>

export const findReport = async ({ db }: Services, id: number): Promise<Report | null> =>
  (await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const findOwnReport = async ({ db }: Services, id: number, caller: Caller): Promise<Report | null> =>
  (await db.selectFrom('reports').selectAll().where('id', '=', id).where(ownReports(caller)).executeTakeFirst()) ?? null

/** Stores a report of the caller. Throws 409 when the chart or dashboard has one of the caller already. */
export async function insertReport(services: Services, body: CreateBody, caller: Caller): Promise<number> {
  const recipients = readRecipients(body.recipients ?? [])
  const target = await checkReport(services, body, null, caller)
  if (target.creation_method !== 'alerts_reports') await refuseSecond(services.db, target, caller)
  await refuseTakenName(services.db, body.name, null)
  const owners = new Set([...(caller.userId === null ? [] : [caller.userId]), ...(body.owners ?? [])])
  const active = body.active === false ? 0 : 1
  const due = { active, crontab: body.crontab, timezone: body.timezone ?? 'UTC' } as const
  const row: NewRow<'reports'> = {
    ...fieldsOf(body),
    ...target,
    ...newStamps(services, caller.userId),
    ...due,
    name: body.name,
    run_as: caller.userId,
    next_dttm: nextDue(due, services.now()),
  }
  return services.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('reports')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) await refuseTakenName(trx, body.name, null)
    if (!made) throw secondReport()
    await setOwners(trx, 'report', made.id, [...owners])
    await setRecipients(trx, made.id, recipients)
    return made.id
  })
}

/**
 * Changes a report. It is sent with the rights of who made it, until they own it no more, or another owner decides what
 * is sent to whom: nobody gets at rows by the report of somebody else.
 */
export async function updateReport(services: Services, report: Report, body: UpdateBody, caller: Caller) {
  const recipients = body.recipients && readRecipients(body.recipients)
  const target = await checkReport(services, body, report, caller)
  if (body.name !== undefined) await refuseTakenName(services.db, body.name, report.id)
  const due = {
    active: body.active === undefined ? report.active : ((body.active ? 1 : 0) as 0 | 1),
    crontab: body.crontab ?? report.crontab,
    timezone: body.timezone ?? report.timezone,
  }
  const isSameDue = (['active', 'crontab', 'timezone'] as const).every((key) => due[key] === report[key])
  const owners = body.owners && ownersKept(body.owners, caller)
  const patch: RowPatch<'reports'> = {
    ...fieldsOf(body),
    ...target,
    ...changeStamps(services, caller.userId),
    ...due,
    ...(body.name !== undefined && { name: body.name }),
    run_as: decides(body, caller) ? caller.userId : runAs(report, owners, caller),
    ...(!isSameDue && { next_dttm: nextDue(due, services.now()) }),
  }
  await services.db.transaction().execute(async (trx) => {
    await trx.updateTable('reports').set(patch).where('id', '=', report.id).execute()
    if (owners) await setOwners(trx, 'report', report.id, owners)
    if (recipients) await setRecipients(trx, report.id, recipients)
  })
}

/** Deletes reports with all that belongs to them. */
export async function deleteReports({ db }: Services, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['report_recipients', 'report_logs'] as const)
      await trx
        .deleteFrom(table)
        .where('report_id', 'in', [...ids])
        .execute()
    await trx
      .deleteFrom('owners')
      .where('kind', '=', 'report')
      .where('object_id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('reports')
      .where('id', 'in', [...ids])
      .execute()
  })
}

const nextDue = (due: Pick<Report, 'active' | 'crontab' | 'timezone'>, now: Date) =>
  due.active === 1 ? (nextRun(due, now)?.toISOString() ?? null) : null

function fieldsOf(body: CreateBody | UpdateBody) {
  const { description, email_subject, context_markdown, report_format, extra } = body
  return {
    ...(description !== undefined && { description }),
    ...(email_subject !== undefined && { email_subject }),
    ...(context_markdown !== undefined && { context_markdown }),
    ...(report_format !== undefined && { report_format }),
    ...(body.custom_width !== undefined && { custom_width: body.custom_width }),
    ...(body.force_screenshot !== undefined && {
      force_screenshot: body.force_screenshot ? (1 as const) : (0 as const),
    }),
    ...(extra !== undefined && { extra: JSON.stringify(extra) }),
    ...(body.log_retention !== undefined && { log_retention: body.log_retention }),
    ...(body.grace_period !== undefined && { grace_period: body.grace_period }),
    ...(body.working_timeout != null && { working_timeout: body.working_timeout }),
  }
}

/** Nobody but an administrator gives a report away altogether. */
const ownersKept = (owners: readonly number[], { isAdmin, userId }: Caller): number[] => [
  ...new Set([...(isAdmin || userId === null ? [] : [userId]), ...owners]),
]

/** An administrator reads everything, so no report becomes one of theirs by a correction. */
const decides = (body: UpdateBody, { isAdmin }: Caller): boolean =>
  !isAdmin && DECIDING.some((field) => body[field] !== undefined)
const DECIDING = ['chart', 'dashboard', 'recipients', 'report_format', 'extra', 'type', 'database', 'sql'] as const

function runAs({ run_as }: Report, owners: readonly number[] | undefined, { userId }: Caller): number | null {
  if (owners === undefined) return run_as
  if (run_as !== null && owners.includes(run_as)) return run_as
  return userId !== null && owners.includes(userId) ? userId : (owners[0] ?? null)
}

async function setRecipients(db: MetadataDb, reportId: number, recipients: readonly Recipient[]): Promise<void> {
  await db.deleteFrom('report_recipients').where('report_id', '=', reportId).execute()
  const rows = recipients.map((one) => ({
    report_id: reportId,
    type: 'Email' as const,
    recipient_config_json: JSON.stringify(one),
  }))
  if (rows.length > 0) await db.insertInto('report_recipients').values(rows).execute()
}

async function refuseTakenName(db: MetadataDb, name: string, id: number | null): Promise<void> {
  const taken = await db.selectFrom('reports').select(['id', 'type']).where('name', '=', name).executeTakeFirst()
  const kind = taken?.type === 'Alert' ? 'An alert' : 'A report'
  if (taken && taken.id !== id) throw invalidFields({ name: [`${kind} named "${name}" already exists`] }, 422)
}

async function refuseSecond(
  db: MetadataDb,
  { chart_id, dashboard_id }: Pick<Report, 'chart_id' | 'dashboard_id'>,
  { userId }: Caller,
): Promise<void> {
  const have = await db
    .selectFrom('reports')
    .select('id')
    .where('created_by', '=', userId)
    .where('chart_id', chart_id === null ? 'is' : '=', chart_id)
    .where('dashboard_id', dashboard_id === null ? 'is' : '=', dashboard_id)
    .executeTakeFirst()
  if (have) throw secondReport()
}

const secondReport = () =>
  new Problem(409, 'Resource already has an attached report.', {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
    envelope: 'errors',
  })
