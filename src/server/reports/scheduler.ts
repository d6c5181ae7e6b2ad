import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { lastRunWithin, nextRun } from '../../resources/report/schedule.ts'
import { ended } from '../ended.ts'
import { type Delivery, runReport, tellFailure } from './run-report.ts'

const LOOK_MS = 15_000
/** A report that was missed for longer is not sent late. */
const LATE_MS = 3_600_000
const AT_ONCE = 2
/** What a server that died left behind is ended this long after it should have been done. */
const GRACE_MS = 60_000

type Report = Row<'reports'>
type Log = Row<'report_logs'>

export interface Scheduler {
  /** Begins nothing more; what runs is ended when the grace is over. */
  stop(grace: AbortSignal): Promise<void>
}

/** Looks for due reports from the start on and carries them out, a few at once. */
export function startScheduler(parts: Omit<Delivery, 'signal' | 'stopping'>): Scheduler {
  const [stopping, ending] = [new AbortController(), new AbortController()]
  const delivery = { ...parts, stopping: stopping.signal, signal: ending.signal }
  let running: Promise<void> | null = null
  const look = () => {
    running ??= sendDueReports(delivery)
      .catch((cause: unknown) => parts.services.log('error', 'due reports were not read', { cause: String(cause) }))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(look, LOOK_MS).unref()
  look()
  return {
    stop: async (grace) => {
      clearInterval(timer)
      stopping.abort()
      void ended(grace).then(() => ending.abort())
      await running
    },
  }
}

/** Sends every report that is due and that no other server has taken. */
export async function sendDueReports(delivery: Delivery): Promise<void> {
  await endLostRuns(delivery)
  const now = delivery.services.now()
  const due = await delivery.services.db
    .selectFrom('reports')
    .selectAll()
    .where('active', '=', 1)
    .where('next_dttm', '<=', now.toISOString())
    .orderBy('next_dttm')
    .execute()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let report = due.shift(); report && !delivery.stopping.aborted; report = due.shift()) {
      const log = await take(delivery, report, now)
      if (log?.state === 'Working') await runReport(delivery, report, log)
      if (log) await forgetOldRuns(delivery, report, now)
    }
  })
  await Promise.all(workers)
}

/** Takes the last missed instant of a report; null where another server was faster or the report was changed. */
async function take({ services }: Delivery, report: Report, now: Date): Promise<Log | null> {
  const due = new Date(report.next_dttm ?? now)
  const run = lastRunWithin(report, due, now, LATE_MS)
  const isLate = run === null
  return services.db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('reports')
      .set({ next_dttm: nextRun(report, now)?.toISOString() ?? null, ...(!isLate && { last_state: 'Working' }) })
      .where('id', '=', report.id)
      .where('active', '=', 1)
      .where('next_dttm', '=', report.next_dttm)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) === 0) return null
    return insertLog(trx, { report_id: report.id, slot: run ?? due, now, isLate })
  })
}

interface Slot {
  readonly report_id: number
  readonly slot: Date
  readonly now: Date
  readonly isLate: boolean
}

async function insertLog(db: MetadataDb, { report_id, slot, now, isLate }: Slot): Promise<Log | null> {
  const at = now.toISOString()
  const late = {
    state: 'Not triggered',
    end_dttm: at,
    error_message: 'No server was running when the report was due.',
  } as const
  const log = await db
    .insertInto('report_logs')
    .values({
      uuid: crypto.randomUUID(),
      report_id,
      scheduled_dttm: slot.toISOString(),
      start_dttm: at,
      ...(isLate ? late : { state: 'Working', end_dttm: null, error_message: null }),
    })
    .onConflict((conflict) => conflict.columns(['report_id', 'scheduled_dttm']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return log ?? null
}

async function endLostRuns(delivery: Delivery): Promise<void> {
  const { db, now } = delivery.services
  const working = await db.selectFrom('report_logs').selectAll().where('state', '=', 'Working').execute()
  const at = now()
  for (const log of working) {
    const report = await db.selectFrom('reports').selectAll().where('id', '=', log.report_id).executeTakeFirst()
    if (!report) continue
    if (Date.parse(log.start_dttm) + report.working_timeout * 1000 + GRACE_MS > at.getTime()) continue
    await endLostRun(delivery, report, log, at)
  }
}

/** Of several servers the one that ends the run tells its owners. */
async function endLostRun(delivery: Delivery, report: Report, log: Log, at: Date): Promise<void> {
  const { db } = delivery.services
  const error_message = 'The server stopped before the report was sent.'
  const ended = await db
    .updateTable('report_logs')
    .set({ state: 'Error', end_dttm: at.toISOString(), error_message })
    .where('id', '=', log.id)
    .where('state', '=', 'Working')
    .executeTakeFirst()
  if (Number(ended.numUpdatedRows) === 0) return
  await db.updateTable('reports').set({ last_state: 'Error' }).where('id', '=', report.id).execute()
  await tellFailure(delivery, report, log, error_message)
}

async function forgetOldRuns({ services: { db } }: Delivery, { id, log_retention }: Report, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - Math.min(log_retention, 36_500) * 86_400_000)
  await db
    .deleteFrom('report_logs')
    .where('report_id', '=', id)
    .where('start_dttm', '<', oldest.toISOString())
    .execute()
}
