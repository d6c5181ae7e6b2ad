import { withLimit } from '../../query/sql/limit.ts'
import { Problem } from '../../wire/problem.ts'
import type { Driver, RunRequest } from '../driver.ts'
import type { Shape } from '../worker-protocol.ts'
import { type PostgresAddress, postgresAddress } from './address.ts'
import { describeTable, listFunctions, listSchemas, listTables } from './catalog.server.ts'
import { type Connections, openConnections } from './connections.server.ts'
import { postgresDialect } from './dialect.ts'
import { connectionProblem, failureOf, statementProblem } from './errors.ts'
import { type Judgement, judgePostgres } from './judge.server.ts'
import { type PostgresSink, type ReadDone, ResultTooLarge, readRows } from './run.server.ts'
import { begin, RAW_TYPES } from './session.server.ts'
import { Slots } from './slots.ts'
import { untilAborted } from './stopping.server.ts'
import { typeNames } from './type-names.server.ts'

const STATEMENTS_AT_ONCE = 8
const MAX_BODY_CHARACTERS = 128 * 1024 * 1024
/** Up to here a LIMIT helps the server sort less; a larger result is cut by not reading on. */
const MAX_PUSHED_LIMIT = 10_000
/** The server's own limit comes after ours, so that it is known who ended the statement. */
const SERVER_GRACE_MS = 1_000
const PROGRESS_EVERY_MS = 250
const VERDICT_MS = 30_000
const MAX_VERDICTS = 1_000
const DML_TEXT =
  'This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.'

/** Opens a database of a PostgreSQL server. Connections are made when they are needed. */
export function openPostgres(options: { readonly uri: string; readonly isReadOnly: boolean }): Driver {
  const address = postgresAddress(options.uri)
  const connections = openConnections(address)
  const runner = new Runner(address, connections)
  return { ...statementCalls(runner, options.isReadOnly), ...catalogCalls(runner), close: () => connections.close() }
}

class Runner {
  readonly address: PostgresAddress
  readonly #connections: Connections
  readonly #slots = new Slots(STATEMENTS_AT_ONCE)
  readonly #verdicts = new Map<string, { readonly verdict: Judgement; readonly at: number }>()
  readonly #typeNames: ReturnType<typeof typeNames>

  constructor(address: PostgresAddress, connections: Connections) {
    this.address = address
    this.#connections = connections
    this.#typeNames = typeNames(connections)
  }

  /** A short question of the product itself. */
  async ask<T>(work: (client: Awaited<ReturnType<Connections['servant']>>) => Promise<T>): Promise<T> {
    const client = await this.#connections.servant()
    let isLost = false
    try {
      return await work(client)
    } catch (cause) {
      isLost = failureOf(cause) === null && !(cause instanceof Problem)
      throw isLost ? (connectionProblem(cause, this.address) ?? cause) : cause
    } finally {
      client.release(isLost)
    }
  }

  async judge(sql: string, schema: string | null, signal: AbortSignal): Promise<Judgement> {
    signal.throwIfAborted()
    const verdict = await this.ask((client) => judgePostgres(client, sql, schema))
    if (this.#verdicts.size >= MAX_VERDICTS) this.#verdicts.clear()
    if (verdict.problem === null) this.#verdicts.set(keyOf(sql, schema), { verdict, at: performance.now() })
    return verdict
  }

  /** Lets pass what was judged a moment ago; anything else is judged before it runs. */
  async #admit(request: RunRequest, isWrite: boolean): Promise<void> {
    const known = this.#verdicts.get(keyOf(request.sql, request.schema))
    const isFresh = known !== undefined && performance.now() - known.at < VERDICT_MS
    const verdict = isFresh ? known.verdict : await this.judge(request.sql, request.schema, request.signal)
    refuse(verdict, isWrite)
  }

  async read(request: RunRequest, shape: Shape, sink: PostgresSink): Promise<ReadDone> {
    const { maxRows, cells, schema, timeoutMs } = request
    const sql =
      maxRows !== null && maxRows <= MAX_PUSHED_LIMIT
        ? withLimit(request.sql, maxRows + 1, postgresDialect.lexicon)
        : request.sql
    const progress = { rows: 0 }
    const timer = setInterval(() => request.onProgress?.({ percent: null, rows: progress.rows }), PROGRESS_EVERY_MS)
    const maxCharacters = shape === 'rows' ? null : MAX_BODY_CHARACTERS
    try {
      return await this.#timed(request, false, async (client) => {
        await begin(client, { isReadOnly: true, timeoutMs: timeoutMs + SERVER_GRACE_MS, schema })
        request.signal.throwIfAborted()
        const reading = { sql, shape, cells, maxRows, maxCharacters, progress, typeNames: this.#typeNames }
        return readRows(client, reading, sink)
      })
    } finally {
      clearInterval(timer)
    }
  }

  async change(request: RunRequest): Promise<number | null> {
    const { schema, timeoutMs } = request
    return this.#timed(request, true, async (client) => {
      await begin(client, { isReadOnly: false, timeoutMs: timeoutMs + SERVER_GRACE_MS, schema })
      // Values that are sent apart make the driver use the protocol that takes one statement only.
      const done = await client.query({ text: request.sql, values: [], queryMode: 'extended', types: RAW_TYPES } as {
        text: string
        values: unknown[]
      })
      await client.query('COMMIT')
      return done.rowCount
    })
  }

  /** Runs work within the request's time, in its user's turn, and words what went wrong. */
  async #timed<T>(request: RunRequest, isWrite: boolean, work: Parameters<typeof untilAborted<T>>[2]): Promise<T> {
    await this.#admit(request, isWrite)
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = AbortSignal.any([request.signal, deadline])
    try {
      return await this.#slots.use(request, signal, () => untilAborted(this.#connections, signal, work))
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.aborted) throw timeoutProblem(request.timeoutMs)
      throw this.wordsOf(cause, request.sql)
    }
  }

  wordsOf(cause: unknown, sql: string): unknown {
    if (cause instanceof ResultTooLarge) return tooLargeProblem()
    const failure = failureOf(cause)
    if (failure?.code === '57P01' || failure === null) return connectionProblem(cause, this.address) ?? cause
    return failure.code === '25006'
      ? new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR', cause })
      : statementProblem(failure, sql, cause)
  }
}

const keyOf = (sql: string, schema: string | null) => `${schema ?? ''}\n${sql}`

function statementCalls(
  runner: Runner,
  isReadOnly: boolean,
): Pick<Driver, 'run' | 'stream' | 'execute' | 'judge' | 'estimate'> {
  return {
    async run(request) {
      const startedAt = performance.now()
      const body = new Body(request.shape)
      const sink = { onColumns: () => {}, onText: (text: string) => body.add(text) }
      const { columns, rowCount, isCut } = await runner.read(request, request.shape, sink)
      return { columns, rowCount, isCut, body: body.finish(), elapsedMs: performance.now() - startedAt }
    },
    async stream(request) {
      const startedAt = performance.now()
      const done = await runner.read(request, 'rows', {
        onColumns: (columns) => request.onColumns(columns),
        onText: (text, rows) => request.onRows(Buffer.from(text), rows),
      })
      return { ...done, elapsedMs: performance.now() - startedAt }
    },
    async execute(request) {
      if (isReadOnly) throw new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR' })
      const startedAt = performance.now()
      return { changed: await runner.change(request), elapsedMs: performance.now() - startedAt }
    },
    async judge(sql, signal, schema = null) {
      const { statements, isReadOnly, tables, refusals } = await runner.judge(sql, schema, signal)
      return { statements, isReadOnly, tables, refusals }
    },
    async estimate(sql, schema, signal) {
      refuse(await runner.judge(sql, schema, signal), false)
      return runner.ask((client) =>
        costOf(client, sql, schema).catch((cause) => Promise.reject(runner.wordsOf(cause, sql))),
      )
    },
  }
}

const ESTIMATE_MS = 10_000
const EXPLAIN = 'EXPLAIN (FORMAT JSON) '

async function costOf(
  client: Awaited<ReturnType<Connections['servant']>>,
  sql: string,
  schema: string | null,
): Promise<Record<string, string>> {
  await begin(client, { isReadOnly: true, timeoutMs: ESTIMATE_MS, schema })
  try {
    const { rows } = await client.query({ text: EXPLAIN + sql, values: [], queryMode: 'extended' } as {
      text: string
      values: unknown[]
    })
    const [{ Plan: plan } = { Plan: {} }] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: Record<string, unknown> }[]
    return { 'Start-up cost': String(plan['Startup Cost'] ?? ''), 'Total cost': String(plan['Total Cost'] ?? '') }
  } finally {
    await client.query('ROLLBACK')
  }
}

function catalogCalls(runner: Runner): Omit<Driver, 'run' | 'stream' | 'execute' | 'judge' | 'estimate' | 'close'> {
  const defaultSchema = () =>
    runner.ask(async (client) => {
      const { rows } = await client.query<{ name: string | null }>('SELECT pg_catalog.current_schema()::text AS name')
      return rows[0]?.name ?? null
    })
  const own = (catalog: string | null) => catalog === null || catalog === runner.address.database
  return {
    catalogs: async () => [runner.address.database],
    schemas: async (catalog) => (own(catalog) ? runner.ask(listSchemas) : []),
    defaultSchema,
    tables: async (catalog, schema) => (own(catalog) ? runner.ask((client) => listTables(client, schema)) : []),
    table: async (catalog, schema, name) => {
      const place = schema ?? (await defaultSchema())
      if (place === null || !own(catalog)) return null
      return runner.ask((client) => describeTable(client, place, name))
    },
    functions: () => runner.ask(listFunctions),
    version: async () => null,
    async ping(signal) {
      const answered = runner.ask((client) => client.query('SELECT 1'))
      answered.catch(() => {})
      await Promise.race([
        answered,
        new Promise((_, reject) => {
          if (signal.aborted) reject(signal.reason)
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
      ])
    },
  }
}

/** Gathers the pieces of a whole result. */
class Body {
  readonly #isRecords: boolean
  readonly #parts: string[] = []
  constructor(shape: 'records' | 'columns') {
    this.#isRecords = shape === 'records'
  }
  add(text: string) {
    this.#parts.push(text)
  }
  finish(): Uint8Array {
    return Buffer.from(`[${this.#parts.join(this.#isRecords ? ',' : '')}]`)
  }
}

function refuse(verdict: Judgement, isWrite: boolean) {
  const [refusal] = verdict.refusals
  if (refusal) throw new Problem(400, refusal, { type: 'INVALID_SQL_ERROR' })
  if (verdict.statements.length !== 1)
    throw new Problem(400, 'Exactly one statement can run at a time.', { type: 'INVALID_SQL_ERROR' })
  if (!isWrite && !verdict.isReadOnly) throw new Problem(400, DML_TEXT, { type: 'DML_NOT_ALLOWED_ERROR' })
  if (verdict.problem) throw verdict.problem
}

function timeoutProblem(timeoutMs: number): Problem {
  const seconds = Math.round(timeoutMs / 100) / 10
  return new Problem(408, `The query exceeded the ${seconds} seconds timeout.`, { type: 'SQLLAB_TIMEOUT_ERROR' })
}

function tooLargeProblem(): Problem {
  const message = 'The result is larger than allowed. Add a LIMIT or filters.'
  return new Problem(400, message, { type: 'RESULT_TOO_LARGE_ERROR', extra: { engine_name: 'PostgreSQL' } })
}
