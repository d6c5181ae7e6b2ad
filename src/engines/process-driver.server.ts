import { type ErrorType, Problem, type Status } from '../wire/problem.ts'
import type { Driver, RunRequest, SqlVerdict, TableDetail, TableEntry } from './driver.ts'
import { readOnlyProblem, refuseUnfit, scriptProblem, timeoutProblem, tooLargeProblem } from './driver-refusals.ts'
import { ResultBody } from './result-body.server.ts'
import type { WorkerPool } from './worker-pool.server.ts'
import { type RunSink, WorkerError } from './worker-process.server.ts'
import type { RunDone, Shape } from './worker-protocol.ts'
import { DeadlineError } from './worker-watch.server.ts'

/** What the engines that live in child processes differ in. */
interface ProcessEngine {
  readonly name: string
  /** Empty where names without a schema are looked up nowhere. */
  readonly defaultSchema: string
  readonly isReadOnly: boolean
  version(): Promise<string | null>
  /** True when reading these tables whole is quick. */
  areSmall(tables: SqlVerdict['tables']): boolean
  /** Called before each use: the source may have changed or gone. Throws a connection Problem. */
  check(): Promise<void>
  /** How long a short question may take; ten seconds where it is not given. */
  readonly callTimeoutMs?: number
  /** How long a verdict is good for where others change the database; without it, as long as the source is the same. */
  readonly verdictMs?: number
}

const MAX_BODY_BYTES = 128 * 1024 * 1024
const MAX_VERDICTS = 2_000
const CALL_TIMEOUT_MS = 10_000

interface InnerVerdict extends SqlVerdict {
  readonly isTiny: boolean
  readonly hasLimit: boolean
  readonly givesOneRow?: boolean
}

/** A driver whose work is done by the workers of a pool. */
export function processDriver(pool: WorkerPool, engine: ProcessEngine): Driver {
  const runner = new Runner(pool, engine)
  return { ...statementCalls(runner, engine), ...catalogCalls(runner, engine), close: () => pool.close() }
}

class Runner {
  readonly #pool: WorkerPool
  readonly #engine: ProcessEngine
  readonly #verdicts = new Map<string, { readonly verdict: InnerVerdict; readonly at: number }>()
  #generation = 0

  constructor(pool: WorkerPool, engine: ProcessEngine) {
    this.#pool = pool
    this.#engine = engine
  }
  async ask(name: string, args: unknown, signal?: AbortSignal): Promise<unknown> {
    await this.#engine.check()
    const timeoutMs = this.#engine.callTimeoutMs ?? CALL_TIMEOUT_MS
    return this.#pool.call({ name, args, timeoutMs }, signal).catch((error: unknown) => {
      if (error instanceof DeadlineError) throw timeoutProblem(timeoutMs)
      throw problemOf(error, this.#engine.name)
    })
  }
  async judge(sql: string, signal: AbortSignal, schema: string | null): Promise<InnerVerdict> {
    // Names mean something else when the source changed.
    if (this.#generation !== this.#pool.generation) this.#verdicts.clear()
    this.#generation = this.#pool.generation
    const { isReadOnly, verdictMs } = this.#engine
    const key = `${schema ?? ''}\n${sql}`
    const held = this.#verdicts.get(key)
    if (held && performance.now() - held.at < (verdictMs ?? Number.POSITIVE_INFINITY)) return held.verdict
    const at = performance.now()
    const verdict = (await this.ask('judge', { sql, schema }, signal)) as InnerVerdict
    if (this.#verdicts.size >= MAX_VERDICTS) this.#verdicts.clear()
    // A text that names what does not exist yet may mean something else later.
    if (isReadOnly || verdictMs !== undefined) this.#verdicts.set(key, { verdict, at })
    return verdict
  }
  async start(request: RunRequest, shape: Shape, sink: RunSink, isWrite: boolean): Promise<RunDone> {
    const verdict = await this.judge(request.sql, request.signal, request.schema)
    if (verdict.statements.some(({ kind }) => kind === 'transaction')) throw scriptProblem('transaction')
    refuseUnfit(verdict, isWrite)
    await this.#engine.check()
    const message = {
      op: 'run',
      // Nothing before the statement is cut off, so that places in errors are places in the text.
      sql: request.sql.slice(0, verdict.statements[0]?.to),
      shape,
      cells: request.cells,
      times: request.times ?? [],
      maxRows: request.maxRows,
      timeoutMs: request.timeoutMs,
      maxBytes: shape === 'rows' ? null : MAX_BODY_BYTES,
      isReadOnly: !isWrite,
      schema: request.schema,
      hasLimit: verdict.hasLimit,
      givesOneRow: verdict.givesOneRow === true,
    } as const
    const { user, lane, timeoutMs, signal } = request
    const isTiny = verdict.isTiny && !isWrite && this.#engine.areSmall(verdict.tables)
    return this.#pool.run({ user, lane, timeoutMs, signal, message, sink, isTiny }).catch((error: unknown) => {
      if (error instanceof DeadlineError) throw timeoutProblem(timeoutMs)
      throw problemOf(error, this.#engine.name)
    })
  }
}

function statementCalls(
  runner: Runner,
  engine: ProcessEngine,
): Pick<Driver, 'run' | 'stream' | 'execute' | 'judge' | 'estimate'> {
  return {
    async run(request) {
      const startedAt = performance.now()
      const body = new ResultBody(request.shape)
      const onRows = (rows: readonly Buffer[]) => {
        body.add(...rows)
        if (body.byteLength > MAX_BODY_BYTES) throw tooLargeProblem(engine.name)
      }
      const sink = { onRows, onProgress: request.onProgress }
      const { columns, rowCount, isCut } = await runner.start(request, request.shape, sink, false)
      return { columns, rowCount, isCut, body: body.finish(), elapsedMs: performance.now() - startedAt }
    },
    async stream(request) {
      const startedAt = performance.now()
      const sink: RunSink = {
        onColumns: (columns) => request.onColumns(columns),
        onRows: (rows, count) => request.onRows(rows, count),
        onProgress: request.onProgress,
      }
      const { columns, rowCount, isCut } = await runner.start(request, 'rows', sink, false)
      return { columns, rowCount, isCut, elapsedMs: performance.now() - startedAt }
    },
    async execute(request) {
      if (engine.isReadOnly) throw readOnlyProblem()
      const startedAt = performance.now()
      const done = await runner.start(request, 'rows', { onRows: () => {} }, true)
      return { changed: done.changed, elapsedMs: performance.now() - startedAt }
    },
    async judge(sql, signal, schema = null) {
      const { statements, isReadOnly, tables, refusals } = await runner.judge(sql, signal, schema)
      return { statements, isReadOnly, tables, refusals }
    },
    async estimate(sql, schema, signal) {
      const args = { sql, schema: schema ?? engine.defaultSchema }
      return (await runner.ask('estimate', args, signal)) as Record<string, string>
    },
  }
}

function catalogCalls(
  runner: Runner,
  engine: ProcessEngine,
): Omit<Driver, 'run' | 'stream' | 'execute' | 'judge' | 'estimate' | 'close'> {
  return {
    isRemote: false,
    inSession: null,
    parts: null,
    catalogs: async () => [],
    schemas: async () => (await runner.ask('schemas', {})) as string[],
    defaultSchema: async () => engine.defaultSchema || null,
    tables: async (_catalog, schema) => (await runner.ask('tables', { schema })) as TableEntry[],
    table: async (_catalog, schema, name) =>
      (await runner.ask('table', { schema: schema ?? engine.defaultSchema, table: name })) as TableDetail | null,
    functions: async () => (await runner.ask('functions', {})) as string[],
    version: () => engine.version(),
    async ping(signal) {
      await runner.ask('schemas', {}, signal)
    },
  }
}

/** Turns a failure of a worker into what a client may see; a stop passes as it is. */
export function problemOf(error: unknown, engineName: string): unknown {
  if (!(error instanceof WorkerError)) return error
  const { problem, message, isStart } = error.failure
  if (isStart) {
    const type = 'CONNECTION_UNKNOWN_DATABASE_ERROR'
    return new Problem(400, `The database could not be opened: ${message}`, { type, cause: error })
  }
  if (problem) {
    const { status, type, extra } = problem
    return new Problem(status as Status, problem.message, { type: type as ErrorType, extra, cause: error })
  }
  const extra = { engine_name: engineName }
  return new Problem(400, message.split('\n')[0] ?? message, { type: 'GENERIC_DB_ENGINE_ERROR', extra, cause: error })
}
