import { type ErrorType, Problem, type Status } from '../wire/problem.ts'
import type { Driver, RunRequest, SqlVerdict, TableDetail, TableEntry } from './driver.ts'
import { DeadlineError, type WorkerPool } from './worker-pool.server.ts'
import { WorkerError } from './worker-process.server.ts'
import type { RunDone, RunSink, Shape } from './worker-protocol.ts'

/** What the engines that live in child processes differ in. */
export interface ProcessEngine {
  readonly name: string
  readonly defaultSchema: string
  readonly isReadOnly: boolean
  version(): Promise<string | null>
  /** Called before each use: the source may have changed or gone. Throws a connection Problem. */
  check(): Promise<void>
}

const MAX_BODY_BYTES = 128 * 1024 * 1024
const MAX_VERDICTS = 2_000
const COMMA = Buffer.from(',')
const DML_TEXT =
  'This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.'

type InnerVerdict = SqlVerdict & { readonly isTiny: boolean }

/** A driver whose work is done by the workers of a pool. */
export function processDriver(pool: WorkerPool, engine: ProcessEngine): Driver {
  const verdicts = new Map<string, InnerVerdict>()
  const ask = async (name: string, args: unknown, signal?: AbortSignal): Promise<unknown> => {
    await engine.check()
    return pool.call(name, args, signal).catch((error: unknown) => {
      throw problemOf(error, engine.name)
    })
  }
  const judge = async (sql: string, signal: AbortSignal): Promise<InnerVerdict> => {
    const held = verdicts.get(sql)
    if (held) return held
    const verdict = (await ask('judge', { sql }, signal)) as InnerVerdict
    if (verdicts.size >= MAX_VERDICTS) verdicts.clear()
    verdicts.set(sql, verdict)
    return verdict
  }
  const start = async (request: RunRequest, shape: Shape, sink: RunSink, isWrite: boolean): Promise<RunDone> => {
    const verdict = await judge(request.sql, request.signal)
    refuse(verdict, isWrite)
    const message = {
      op: 'run',
      sql: verdict.statements[0]?.sql ?? request.sql,
      shape,
      cells: request.cells,
      maxRows: request.maxRows,
      maxBytes: shape === 'rows' ? null : MAX_BODY_BYTES,
      isReadOnly: !isWrite,
      schema: request.schema,
    } as const
    const { user, lane, timeoutMs, signal } = request
    const isTiny = verdict.isTiny && !isWrite
    return pool.run({ user, lane, timeoutMs, signal, message, sink, isTiny }).catch((error: unknown) => {
      if (error instanceof DeadlineError) throw timeoutProblem(timeoutMs)
      throw problemOf(error, engine.name)
    })
  }
  return {
    async run(request) {
      const startedAt = performance.now()
      const parts: Uint8Array[] = []
      let bytes = 0
      const onRows = (rows: Buffer) => {
        if (request.shape === 'records' && parts.length > 0) parts.push(COMMA)
        bytes += rows.byteLength
        if (bytes > MAX_BODY_BYTES) throw tooLargeProblem()
        parts.push(rows)
      }
      const done = await start(request, request.shape, { onRows, onProgress: request.onProgress }, false)
      const body = Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
      const { columns, rowCount, isCut } = done
      return { columns, rowCount, isCut, body, elapsedMs: performance.now() - startedAt }
    },
    async stream(request) {
      const startedAt = performance.now()
      const sink: RunSink = {
        onColumns: (columns) => request.onColumns(columns),
        onRows: (rows, count) => request.onRows(rows, count),
        onProgress: request.onProgress,
      }
      const { columns, rowCount, isCut } = await start(request, 'rows', sink, false)
      return { columns, rowCount, isCut, elapsedMs: performance.now() - startedAt }
    },
    async execute(request) {
      if (engine.isReadOnly) throw new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR' })
      const startedAt = performance.now()
      const done = await start(request, 'rows', { onRows: () => {} }, true)
      return { changed: done.changed, elapsedMs: performance.now() - startedAt }
    },
    judge: async (sql, signal) => {
      const { statements, isReadOnly, tables, refusals } = await judge(sql, signal)
      return { statements, isReadOnly, tables, refusals }
    },
    async estimate(sql, schema, signal) {
      return (await ask('estimate', { sql, schema: schema ?? engine.defaultSchema }, signal)) as Record<string, string>
    },
    catalogs: async () => [],
    schemas: async () => (await ask('schemas', {})) as string[],
    defaultSchema: async () => engine.defaultSchema,
    tables: async (_catalog, schema) => (await ask('tables', { schema })) as TableEntry[],
    table: async (_catalog, schema, name) =>
      (await ask('table', { schema: schema ?? engine.defaultSchema, table: name })) as TableDetail | null,
    functions: async () => (await ask('functions', {})) as string[],
    version: () => engine.version(),
    async ping(signal) {
      await ask('schemas', {}, signal)
    },
    close: () => pool.close(),
  }
}

function refuse(verdict: SqlVerdict, isWrite: boolean) {
  const [refusal] = verdict.refusals
  if (refusal) throw new Problem(400, refusal, { type: 'INVALID_SQL_ERROR' })
  if (verdict.statements.length !== 1) {
    throw new Problem(400, 'Exactly one statement can run at a time.', { type: 'INVALID_SQL_ERROR' })
  }
  if (!isWrite && !verdict.isReadOnly) throw new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR' })
}

function timeoutProblem(timeoutMs: number): Problem {
  const seconds = Math.round(timeoutMs / 100) / 10
  return new Problem(408, `The query exceeded the ${seconds} seconds timeout.`, { type: 'SQLLAB_TIMEOUT_ERROR' })
}

function tooLargeProblem(): Problem {
  const message = 'The result is larger than allowed. Add a LIMIT or filters.'
  return new Problem(400, message, { type: 'RESULT_TOO_LARGE_ERROR' })
}

/** Turns a failure of a worker into what a client may see; a stop passes as it is. */
export function problemOf(error: unknown, engineName: string): unknown {
  if (!(error instanceof WorkerError)) return error
  const { problem, message } = error.failure
  if (problem) {
    const { status, type, extra } = problem
    return new Problem(status as Status, problem.message, { type: type as ErrorType, extra, cause: error })
  }
  const extra = { engine_name: engineName }
  return new Problem(500, message.split('\n')[0] ?? message, { type: 'GENERIC_DB_ENGINE_ERROR', extra, cause: error })
}
