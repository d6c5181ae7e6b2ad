import { randomUUID } from 'node:crypto'
import type { Driver, ResultColumn, RunRequest, Session } from '../engines/driver.ts'
import { richError } from '../wire/envelope.ts'
import { Problem } from '../wire/problem.ts'
import { placedProblem } from './error-place.ts'
import { finalFactor, type LimitingFactor } from './limits.ts'
import { isStopped } from './lost-run.ts'
import type { PlannedStatement, QueryPlan } from './query-plan.server.ts'
import { isRunning, type QueryExtra, type QueryRow, type StatementRecord } from './query-record.server.ts'
import { stillRuns, updateRunning } from './query-store.server.ts'
import type { ResultWriter } from './result-writer.server.ts'
import type { ResultStore } from './results.server.ts'
import type { Services } from './services.server.ts'
import { fullColumn, wireColumn } from './wire-columns.ts'

/** How often the stored record of a running query is brought up to date; the first rows are told of sooner. */
const FLUSH_MS = 250
const FIRST_ROWS_MS = 5

export interface Job {
  readonly services: Pick<Services, 'db' | 'now' | 'processId'>
  readonly results: ResultStore
  readonly driver: Driver
  readonly row: QueryRow
  readonly plan: QueryPlan
  /** The rendered text, to count places of errors in. */
  readonly sql: string
  readonly allowedRows: number
  readonly extra: QueryExtra
  readonly user: string
  readonly deadlineMs: number
  readonly abort: AbortController
}

/** How a run ended; a stopped one is no failure. */
export type JobEnd = 'success' | 'stopped'

interface Live {
  percent: number
  rows: number | null
  resultsKey: string | null
  executedSql: string | null
  factor: LimitingFactor
  /** What the stored record was told last. */
  told: string | null
}

/** Runs every statement of a plan and keeps the stored record true all the way. Throws the Problem that ended it. */
export async function runJob(job: Job): Promise<JobEnd> {
  const live: Live = {
    percent: 0,
    rows: null,
    resultsKey: null,
    executedSql: null,
    factor: job.plan.limitingFactor,
    told: null,
  }
  const statements = job.plan.statements.map(recordOf)
  job.extra.statements = statements
  const flusher = setInterval(() => void flush(job, live), FLUSH_MS)
  try {
    if (!(await begin(job))) return 'stopped'
    await withSession(job, (script) => runStatements(script, live, statements))
    clearInterval(flusher)
    return (await finish(job, live, statements)) ? 'success' : 'stopped'
  } catch (cause) {
    for (const record of statements) if (isRunning(record.state)) record.state = 'stopped'
    if (isStopped(job.abort.signal)) return 'stopped'
    throw cause
  } finally {
    clearInterval(flusher)
  }
}

/** A run at once was stored as running already; it says the rest with its next update. */
async function begin(job: Job): Promise<boolean> {
  if (job.row.status === 'running') return true
  return updateRunning(job.services.db, job.row.id, {
    status: 'running',
    start_running_time: job.services.now().getTime(),
    limiting_factor: job.plan.limitingFactor,
    sql_tables: tablesText(job),
    ...stamp(job),
  })
}

/** Rights to stored rows are checked by these, so they are stored no later than the key of the rows. */
const tablesText = ({ plan }: Job) => JSON.stringify(plan.tables.map(({ name, ...path }) => ({ ...path, table: name })))

/** A job whose statements have their calls, of a session or of the driver. */
interface Script extends Job {
  readonly calls: Pick<Session, 'stream' | 'execute'> & Partial<Pick<Session, 'set' | 'transact'>>
}

/** The statements of a script share a session where the engine has such; one alone needs none. */
function withSession(job: Job, work: (script: Script) => Promise<void>): Promise<void> {
  const { driver, plan, user, abort } = job
  const needsSession =
    plan.statements.length > 1 || plan.statements.some(({ isSetting, isTransaction }) => isSetting || isTransaction)
  if (!needsSession || driver.inSession === null) return work({ ...job, calls: driver })
  const asked = { user, lane: 'interactive', timeoutMs: timeLeft(job), signal: abort.signal } as const
  return driver.inSession(asked, (calls) => work({ ...job, calls }))
}

async function runStatements(job: Script, live: Live, statements: readonly StatementRecord[]): Promise<void> {
  const count = statements.length
  for (const [i, record] of statements.entries()) {
    const statement = job.plan.statements[i]
    if (!statement) return
    job.extra.progress = count > 1 ? `Running statement ${i + 1} out of ${count}` : null
    const share = (percent: number) => Math.floor(((i + percent / 100) / count) * 100)
    await runStatement(job, live, statement, record, share)
  }
}

const recordOf = ({ sql, from, to }: PlannedStatement): StatementRecord => ({
  sql,
  from,
  to,
  state: 'pending',
  rows: null,
  resultsKey: null,
  columns: [],
  limitingFactor: null,
  error: null,
})

async function runStatement(
  job: Script,
  live: Live,
  statement: PlannedStatement,
  record: StatementRecord,
  share: (percent: number) => number,
): Promise<void> {
  job.abort.signal.throwIfAborted()
  record.state = 'running'
  live.executedSql = statement.sql
  live.percent = share(0)
  live.rows = null
  const writer = job.results.create(randomUUID(), job.row.id)
  try {
    if (statement.isPlace) job.extra.columns = []
    else if (statement.returnsRows) await streamRows(job, live, statement, record, writer, share)
    else await change(job, live, statement, record)
    await writer.finish()
    record.resultsKey = writer.key
    live.resultsKey = writer.key
    record.state = 'success'
    live.percent = share(100)
  } catch (cause) {
    await writer.discard()
    if (live.resultsKey === writer.key) live.resultsKey = null
    record.resultsKey = null
    throw job.abort.signal.aborted ? cause : failed(job, statement, record, cause)
  }
}

async function streamRows(
  job: Script,
  live: Live,
  statement: PlannedStatement,
  record: StatementRecord,
  writer: ResultWriter,
  share: (percent: number) => number,
): Promise<void> {
  const show = async (columns: readonly ResultColumn[]) => {
    record.columns = columns.map(fullColumn)
    job.extra.columns = columns.map(wireColumn)
    await writer.setColumns(columns)
  }
  const result = await job.calls.stream({
    ...requestOf(job, statement),
    onProgress: ({ percent }) => {
      if (percent !== null) live.percent = Math.max(live.percent, share(Math.min(percent, 99)))
    },
    onColumns: show,
    onRows: async (rows, count) => {
      await writer.append(rows, count)
      if (live.rows === null) setTimeout(() => void flush(job, live), FIRST_ROWS_MS).unref()
      live.rows = (live.rows ?? 0) + count
      record.rows = live.rows
      record.resultsKey = writer.key
      live.resultsKey = writer.key
    },
  })
  await show(result.columns)
  live.rows = result.rowCount
  live.factor = finalFactor(statement.ownLimit, job.allowedRows, result.rowCount, result.isCut)
  record.rows = result.rowCount
  record.limitingFactor = live.factor
}

async function change(job: Script, live: Live, statement: PlannedStatement, record: StatementRecord): Promise<void> {
  const request = requestOf(job, statement)
  const { changed } = await changedBy(job, statement, request)
  live.rows = changed ?? 0
  live.factor = 'NOT_LIMITED'
  record.rows = changed
  job.extra.columns = []
}

async function changedBy({ calls, plan }: Script, { isSetting, isTransaction }: PlannedStatement, request: RunRequest) {
  const { set, transact, execute } = calls
  if (isSetting && set) await set(request)
  // Where statements share nothing, a transaction that only reads has nothing to begin or end.
  else if (isTransaction) await transact?.(request, !plan.isReadOnly)
  else return execute(request)
  return { changed: null }
}

const timeLeft = ({ deadlineMs }: Job) => Math.max(1, deadlineMs - Date.now())

const requestOf = (job: Job, statement: PlannedStatement) => ({
  sql: statement.run,
  maxRows: statement.returnsRows ? job.allowedRows : null,
  timeoutMs: timeLeft(job),
  cells: 'editor' as const,
  // A schema that does not exist is no matter for SQL that names no table.
  schema: job.plan.tables.length === 0 && statement.returnsRows ? null : (statement.path ?? job.row).schema,
  catalog: (statement.path ?? job.row).catalog,
  user: job.user,
  lane: 'interactive' as const,
  signal: job.abort.signal,
})

function failed(job: Job, statement: PlannedStatement, record: StatementRecord, cause: unknown): unknown {
  if (!(cause instanceof Problem)) return cause
  const moved = placedProblem(cause, job.sql, { ...statement, sql: statement.run })
  record.state = moved.status === 408 ? 'timed_out' : 'failed'
  record.error = richError(moved)
  return moved
}

const stamp = (job: Job) => ({ changed_on: job.services.now().toISOString() })

/** Every write waits for the disk, and holds the server meanwhile: what has not changed is only looked at. */
async function flush(job: Job, live: Live): Promise<void> {
  const { db } = job.services
  const patch = {
    progress: live.percent,
    rows: live.rows,
    results_key: live.resultsKey,
    executed_sql: live.executedSql,
    limiting_factor: job.plan.limitingFactor,
    sql_tables: tablesText(job),
    extra: JSON.stringify(job.extra),
  }
  const text = JSON.stringify(patch)
  try {
    const isUnknown = text !== live.told
    const { id } = job.row
    const goesOn = isUnknown ? await updateRunning(db, id, { ...patch, ...stamp(job) }) : await stillRuns(db, id)
    live.told = text
    if (!goesOn) job.abort.abort()
  } catch {
    // The store may be busy for a moment; the next turn tries again and the last update of a run reports its failure.
  }
}

async function finish(job: Job, live: Live, statements: readonly StatementRecord[]): Promise<boolean> {
  const now = job.services.now()
  job.extra.progress = null
  const { created } = job.plan
  const isDone = await updateRunning(job.services.db, job.row.id, {
    status: 'success',
    progress: 100,
    rows: live.rows,
    results_key: created ? null : live.resultsKey,
    executed_sql: live.executedSql,
    select_sql: created?.selectSql ?? null,
    select_as_cta_used: created ? 1 : 0,
    limiting_factor: live.factor,
    sql_tables: tablesText(job),
    extra: JSON.stringify(job.extra),
    end_time: now.getTime(),
    end_result_backend_time: now.getTime(),
    changed_on: now.toISOString(),
    lease_owner: null,
    lease_until: null,
  })
  if (!isDone) await job.results.remove(statements.flatMap((record) => record.resultsKey ?? []))
  return isDone
}
