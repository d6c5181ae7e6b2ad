import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { serverStops } from './lost-run.ts'
import { auditRun, endAs, endFailed, outcomeOf, storedProblem } from './query-end.server.ts'
import { findDatabase, insertQuery, randomClientId } from './query-new.server.ts'
import { prepareRun } from './query-prepare.server.ts'
import { isRunning, type QueryExtra, type QueryRow } from './query-record.server.ts'
import type { Origin, RunContext, StartRequest } from './query-request.server.ts'
import { failStale, findByClientId, findQuery, renewLeases } from './query-store.server.ts'
import { createResultStore, type ResultStore } from './results.server.ts'
import type { Services } from './services.server.ts'

const RENEW_MS = 10_000
const SWEEP_MS = 600_000

/** `running`: goes on in the background, or ran already; `success`: done; `stopped`: by its owner. */
export interface Started {
  readonly state: 'running' | 'success' | 'stopped'
  readonly row: QueryRow
}

export interface QueryRunner {
  readonly results: ResultStore
  start(request: StartRequest, caller: Caller, origin: Origin): Promise<Started>
  /** Stops a run; a finished one stays as it is. */
  stop(row: QueryRow): Promise<void>
  /** Resolves when what runs now has come to its end. */
  idle(): Promise<void>
  /** Ends what runs and the upkeep of leases and stored results. */
  close(): Promise<void>
}

interface Running {
  readonly abort: AbortController
  readonly done: Promise<unknown>
}

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
function createQueryRunner(context: RunContext): QueryRunner {
  const results = createResultStore({
    dir: context.resultsDir,
    peers: context.shared.peers,
    now: () => context.now(),
  })
  const running = new Map<number, Running>()
  const failLost = () => failStale(context, [...running.keys()])
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
  const idle = async () => {
    await Promise.allSettled([...running.values()].map(({ done }) => done))
  }
  return {
    results,
    start: (request, caller, origin) => start(context, results, running, request, caller, origin),
    stop: async (row) => {
      await endAs(context, row.id, { status: 'stopped' })
      running.get(row.id)?.abort.abort()
    },
    idle,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      for (const { abort } of running.values()) abort.abort(serverStops())
      await idle()
      await results.close()
    },
  }
}

async function renew(context: RunContext, running: ReadonlyMap<number, Running>): Promise<void> {
  const held = [...running]
  const ids = held.map(([id]) => id)
  const alive = await renewLeases(context, ids)
  for (const [id, { abort }] of held) if (!alive.has(id)) abort.abort()
}

async function start(
  context: RunContext,
  results: ResultStore,
  running: Map<number, Running>,
  request: StartRequest,
  caller: Caller,
  origin: Origin,
): Promise<Started> {
  const userId = caller.userId
  if (userId === null) throw new Problem(403, 'Forbidden')
  const database = await findDatabase(context, request.databaseId, caller)
  const clientId = request.clientId || randomClientId()
  const row = await insertQuery(context, database, request, clientId, userId)
  if (row === null) return repeated(await findByClientId(context.db, userId, clientId))
  const abort = new AbortController()
  const extra: QueryExtra = { progress: null }
  const prepared = prepareRun(context, results, row, request, caller, database, extra, abort)
  const done = prepared.then((run) => run())
  const trail = { ip: origin.ip, requestId: origin.requestId }
  done.then(
    () => auditRun(context, row, caller, trail, 'ok'),
    (cause: unknown) => auditRun(context, row, caller, trail, outcomeOf(cause)),
  )
  const ended = done
    .catch((cause: unknown) => endFailed(context, row, extra, cause, abort))
    .finally(() => running.delete(row.id))
  ended.catch(() => undefined)
  running.set(row.id, { abort, done: ended })
  if (request.isAsync) {
    await prepared.catch(() => ended)
    return { state: 'running', row }
  }
  const end = await ended
  return { state: end, row: (await findQuery(context.db, row.id)) ?? row }
}

/** A client id that ran already is answered with its first run (reference: wire, decisions). Browsers send a request again by themselves that was answered with 408. */
function repeated(row: QueryRow | undefined): Started {
  if (!row) throw new Problem(409, 'This client_id is already used.')
  if (row.status === 'success') return { state: 'success', row }
  if (row.status === 'stopped' || isRunning(row.status))
    return { state: row.status === 'stopped' ? 'stopped' : 'running', row }
  throw storedProblem(row)
}
