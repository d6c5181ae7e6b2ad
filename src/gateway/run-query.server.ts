import type { NewRow, Row } from '../metadata/tables.server.ts'
import { usableDatabases } from '../metadata/visible.server.ts'
import type { Caller } from '../wire/caller.ts'
import { richError } from '../wire/envelope.ts'
import { Problem } from '../wire/problem.ts'
import { allowedRows } from './limits.ts'
import { type JobEnd, runJob } from './query-job.server.ts'
import { planQuery, type QueryPlan } from './query-plan.server.ts'
import { isRunning, type QueryExtra, type QueryRow } from './query-record.server.ts'
import { failStale, findByClientId, findQuery, leaseUntil, updateRunning } from './query-store.server.ts'
import { renderSql } from './render-sql.server.ts'
import { createResultStore, type ResultStore } from './results.server.ts'
import type { Services } from './services.server.ts'

const RENEW_MS = 10_000
const SWEEP_MS = 600_000
const CLIENT_ID_LENGTH = 11

/** What a client asks to run. */
export interface StartRequest {
  readonly clientId: string | null
  readonly databaseId: number
  readonly sql: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly sqlEditorId: string | null
  readonly tab: string | null
  readonly queryLimit: number | null
  readonly isAsync: boolean
  readonly templateParams: string | null
  readonly createAs: { readonly method: 'TABLE' | 'VIEW'; readonly table: string } | null
  /** Values of the page's address, for templates. */
  readonly urlParams: Readonly<Record<string, string>>
}

/** `running`: goes on in the background, or ran already; `success`: done; `stopped`: by its owner. */
export interface Started {
  readonly state: 'running' | 'success' | 'stopped'
  readonly row: QueryRow
}

export interface QueryRunner {
  readonly results: ResultStore
  start(request: StartRequest, caller: Caller): Promise<Started>
  /** Stops a run; a finished one stays as it is. */
  stop(row: QueryRow): Promise<void>
  /** Ends what runs and the upkeep of leases and stored results. */
  close(): Promise<void>
}

type Context = Pick<
  Services,
  'db' | 'isPostgres' | 'conf' | 'featureFlags' | 'now' | 'gateway' | 'processId' | 'resultsDir' | 'log' | 'audit'
>
interface Running {
  readonly abort: AbortController
  readonly done: Promise<unknown>
}

const NOT_FOUND =
  'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.'
const runners = new WeakMap<object, QueryRunner>()

/** The one runner of a server. */
export function runnerOf(services: Services): QueryRunner {
  const known = runners.get(services)
  if (known) return known
  const runner = createQueryRunner(services)
  runners.set(services, runner)
  return runner
}

/** Runs the editor's queries: the record is stored before any work, every end is stored, none stays running for ever. */
export function createQueryRunner(context: Context): QueryRunner {
  const results = createResultStore({ dir: context.resultsDir, now: () => context.now() })
  const running = new Map<number, Running>()
  const isOnlyServer = !context.isPostgres
  const failLost = () => failStale(context.db, context.now(), context.processId, isOnlyServer)
  const upkeep = (work: () => Promise<unknown>) => () =>
    void work().catch((cause: unknown) => context.log('warn', 'Upkeep of queries failed', { cause: String(cause) }))
  upkeep(failLost)()
  upkeep(() => results.sweep())()
  const timers = [
    setInterval(
      upkeep(() => renew(context, running)),
      RENEW_MS,
    ),
    setInterval(upkeep(failLost), RENEW_MS),
    setInterval(
      upkeep(() => results.sweep()),
      SWEEP_MS,
    ),
  ]
  for (const timer of timers) timer.unref()
  return {
    results,
    start: (request, caller) => start(context, results, running, request, caller),
    stop: async (row) => {
      await endAs(context, row.id, { status: 'stopped' })
      running.get(row.id)?.abort.abort()
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      for (const { abort } of running.values()) abort.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
      await results.close()
    },
  }
}

async function renew(context: Context, running: ReadonlyMap<number, Running>): Promise<void> {
  for (const [id, { abort }] of running) {
    const isAlive = await updateRunning(context.db, id, { lease_until: leaseUntil(context.now()) })
    if (!isAlive) abort.abort()
  }
}

async function start(
  context: Context,
  results: ResultStore,
  running: Map<number, Running>,
  request: StartRequest,
  caller: Caller,
): Promise<Started> {
  const userId = caller.userId
  if (userId === null) throw new Problem(403, 'Forbidden')
  const database = await findDatabase(context, request.databaseId, caller)
  const clientId = request.clientId || randomClientId()
  const row = await insertQuery(context, database, request, clientId, userId)
  if (row === null) return repeated(await findByClientId(context.db, userId, clientId))
  const abort = new AbortController()
  const extra: QueryExtra = { progress: null }
  const prepared = prepare(context, results, row, request, caller, database, extra, abort)
  const done = prepared.then((run) => run())
  running.set(row.id, { abort, done })
  const ended = done
    .catch((cause: unknown) => fail(context, row, extra, cause, abort))
    .finally(() => running.delete(row.id))
  ended.catch(() => undefined)
  if (request.isAsync) {
    await prepared.catch(() => ended)
    return { state: 'running', row }
  }
  const end = await ended
  return { state: end, row: (await findQuery(context.db, row.id)) ?? row }
}

/** A client id that ran already is answered with its first run (reference: wire, decisions). */
function repeated(row: QueryRow | undefined): Started {
  if (!row) throw new Problem(409, 'This client_id is already used.')
  if (row.status === 'success') return { state: 'success', row }
  if (row.status === 'stopped' || isRunning(row.status))
    return { state: row.status === 'stopped' ? 'stopped' : 'running', row }
  throw new Problem(400, row.error_message ?? 'Unknown error', { type: 'GENERIC_DB_ENGINE_ERROR' })
}

async function findDatabase(context: Context, id: number, caller: Caller): Promise<Row<'databases'>> {
  const database = await context.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  if (!database) throw new Problem(404, NOT_FOUND, { type: 'DATABASE_NOT_FOUND_ERROR' })
  return database
}

async function insertQuery(
  context: Context,
  database: Row<'databases'>,
  request: StartRequest,
  clientId: string,
  userId: number,
): Promise<QueryRow | null> {
  const now = context.now()
  const row: NewRow<'queries'> = {
    client_id: clientId,
    user_id: userId,
    database_id: database.id,
    catalog: request.catalog,
    schema: request.schema,
    sql_editor_id: request.sqlEditorId,
    tab_name: request.tab,
    sql: request.sql,
    limit: rowsOf(context, request),
    limiting_factor: 'DROPDOWN',
    select_as_cta: request.createAs ? 1 : 0,
    select_as_cta_used: 0,
    ctas_method: request.createAs?.method ?? null,
    tmp_schema_name: request.createAs ? database.force_ctas_schema : null,
    tmp_table_name: request.createAs?.table ?? null,
    status: 'pending',
    progress: 0,
    extra: '{}',
    sql_tables: '[]',
    start_time: now.getTime(),
    changed_on: now.toISOString(),
    lease_owner: context.processId,
    lease_until: leaseUntil(now),
  }
  const inserted = await context.db
    .insertInto('queries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

const rowsOf = ({ conf }: Context, { queryLimit, isAsync }: StartRequest) =>
  allowedRows(queryLimit, conf.SQL_MAX_ROW, isAsync ? conf.SQLLAB_ROW_CEILING : conf.SQL_MAX_ROW)

/** Everything that can refuse a run before it starts; gives the run itself. */
async function prepare(
  context: Context,
  results: ResultStore,
  row: QueryRow,
  request: StartRequest,
  caller: Caller,
  database: Row<'databases'>,
  extra: QueryExtra,
  abort: AbortController,
): Promise<() => Promise<JobEnd>> {
  const { driver, dialect } = await context.gateway.open(database)
  const sql = await renderSql(context, request, caller, dialect)
  const rows = rowsOf(context, request)
  const plan = await planQuery(
    { db: context.db, driver, dialect, database, caller, signal: abort.signal },
    { sql, catalog: row.catalog, schema: row.schema, allowedRows: rows, createAs: request.createAs },
  )
  await updateRunning(context.db, row.id, { limiting_factor: plan.limitingFactor, sql_tables: tablesText(plan) })
  if (sql !== request.sql) extra.rendered_sql = sql
  const seconds = request.isAsync ? context.conf.SQLLAB_ASYNC_TIME_LIMIT_SEC : context.conf.SQLLAB_TIMEOUT_SEC
  return async () => {
    const end = await runJob({
      services: context,
      results,
      driver,
      row,
      plan,
      sql,
      allowedRows: rows,
      extra,
      user: String(caller.userId),
      deadlineMs: Date.now() + seconds * 1000,
      abort,
    })
    if (end === 'success') await noteSavedQueries(context, row)
    return end
  }
}

const tablesText = (plan: QueryPlan) =>
  JSON.stringify(plan.tables.map(({ catalog, schema, name }) => ({ catalog, schema, table: name })))

/** Saved queries of the same text show when they ran last and how many rows came. */
async function noteSavedQueries(context: Context, row: QueryRow): Promise<void> {
  await context.db
    .updateTable('saved_queries')
    .set((eb) => ({
      last_run: context.now().toISOString(),
      rows: eb.selectFrom('queries').select('queries.rows').where('queries.id', '=', row.id),
    }))
    .where('user_id', '=', row.user_id)
    .where('db_id', '=', row.database_id)
    .where('sql', '=', row.sql)
    .execute()
}

/** Stores how a run failed. A stop is no failure. */
async function fail(
  context: Context,
  row: QueryRow,
  extra: QueryExtra,
  cause: unknown,
  abort: AbortController,
): Promise<JobEnd> {
  const isKnown = cause instanceof Problem
  if (abort.signal.aborted && !isKnown) {
    await endAs(context, row.id, { status: 'stopped' })
    return 'stopped'
  }
  if (!isKnown) context.log('error', 'A query failed unexpectedly', { query: row.id, cause: String(cause) })
  const problem = isKnown ? cause : new Problem(500, 'Unexpected error', { type: 'GENERIC_BACKEND_ERROR', cause })
  extra.progress = null
  extra.errors = [richError(problem)]
  await endAs(context, row.id, {
    status: problem.status === 408 ? 'timed_out' : 'failed',
    error_message: problem.message,
    extra: JSON.stringify(extra),
  })
  throw problem.status >= 500 && isKnown ? new Problem(400, problem.body, { ...problem.detail, cause }) : problem
}

async function endAs(
  context: Context,
  id: number,
  patch: { readonly status: string; readonly error_message?: string; readonly extra?: string },
): Promise<void> {
  const now = context.now()
  await updateRunning(context.db, id, {
    ...patch,
    end_time: now.getTime(),
    changed_on: now.toISOString(),
    lease_owner: null,
    lease_until: null,
  })
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'
const randomClientId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join(
    '',
  )
