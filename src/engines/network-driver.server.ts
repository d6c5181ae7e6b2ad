import type { Dialect } from '../query/dialect.ts'
import { withLimit } from '../query/sql/limit.ts'
import { scan } from '../query/sql/scan.ts'
import { type TransactionStep, transactionStep } from '../query/sql/transaction.ts'
import type { Problem } from '../wire/problem.ts'
import type { CellStyle, Driver, ResultColumn, RunRequest, Session, SessionRequest, SqlVerdict } from './driver.ts'
import {
  type Purpose,
  readOnlyProblem,
  refuse,
  scriptProblem,
  timeoutProblem,
  tooLargeProblem,
} from './driver-refusals.ts'
import { ResultBody } from './result-body.server.ts'
import { type ResultSink, ResultTooLarge } from './row-emitter.ts'
import { Slots } from './slots.ts'
import type { Shape } from './worker-protocol.ts'

/** A verdict, and why the server would not run the statement although it can be read. */
export interface Judgement extends SqlVerdict {
  readonly problem: Problem | null
}

/** One statement whose rows are to be read. It was judged and may run. */
export interface Reading {
  /** With the limit that the server is to keep. */
  readonly sql: string
  readonly shape: Shape
  readonly cells: CellStyle
  readonly schema: string | null
  readonly catalog: string | null
  /** Rows to give; one more is looked at to know whether there are more. */
  readonly maxRows: number | null
  /** Throw `ResultTooLarge` beyond this many characters of JSON. */
  readonly maxCharacters: number | null
  /** The server's own limit: a little more than ours, so that it is known who ended the statement. */
  readonly timeoutMs: number
  /** Written while rows come. */
  readonly progress: { rows: number; percent: number | null }
}

/** The same statement with the limit in its text, one row beyond what is wanted, however many those are. */
export const withinRows = (reading: Reading, { lexicon }: Dialect): Reading =>
  reading.maxRows === null ? reading : { ...reading, sql: withLimit(reading.sql, reading.maxRows + 1, lexicon) }

export interface ReadDone {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isCut: boolean
}

type CatalogCalls = Pick<
  Driver,
  'catalogs' | 'schemas' | 'defaultSchema' | 'tables' | 'table' | 'parts' | 'functions' | 'version' | 'close'
>

/** One statement that changes something. It was judged and may run. */
interface Change {
  readonly sql: string
  readonly schema: string | null
  readonly catalog: string | null
  readonly timeoutMs: number
}

/** How a statement begins or ends the transaction of a session. */
export type Transact = (
  step: TransactionStep & { readonly mayChange: boolean },
  change: Change,
  signal: AbortSignal,
) => Promise<unknown>

/** The calls of one session. */
export interface NetworkSession extends Pick<NetworkEngine, 'judge' | 'read' | 'change'> {
  /** Runs one statement that changes nothing but the session. */
  set(change: Change, signal: AbortSignal): Promise<unknown>
  /** Null where a script can hold no transaction; its statements are never judged to be of that kind. */
  readonly transact: Transact | null
  /** Leaves nothing of the session on the server. */
  close(): Promise<void>
}

/** What the engines that are servers in the network differ in. */
export interface NetworkEngine extends CatalogCalls {
  readonly dialect: Dialect
  /** Begins a session; null where statements share nothing. Throws a Problem with a connection error type. */
  readonly openSession: (() => Promise<NetworkSession>) | null
  judge(sql: string, schema: string | null, signal: AbortSignal, catalog: string | null): Promise<Judgement>
  /** Reads in a session that changes nothing. Ends the statement on the server when the signal ends. */
  read(reading: Reading, sink: ResultSink, signal: AbortSignal): Promise<ReadDone>
  /** Runs one statement that changes data; gives the number of rows, where it is known. */
  change(change: Change, signal: AbortSignal): Promise<number | null>
  estimate(sql: string, schema: string | null): Promise<Record<string, string>>
  /** What went wrong, as a Problem with its place in the text where it is a matter of the statement. */
  wordsOf(cause: unknown, sql: string): unknown
  /** Asks for an answer. Throws a Problem with a connection error type. */
  greet(): Promise<unknown>
}

const STATEMENTS_AT_ONCE = 8
/** A script holds its session also while it waits for its turn. */
const SESSIONS_AT_ONCE = 8
const MAX_BODY_CHARACTERS = 128 * 1024 * 1024
/** Up to here a LIMIT helps the server sort less; a larger result is cut by not reading on. */
const MAX_PUSHED_LIMIT = 10_000
const SERVER_GRACE_MS = 1_000
const PROGRESS_EVERY_MS = 250
const VERDICT_MS = 30_000
const MAX_VERDICTS = 1_000

/** The driver of a database server: turns, deadlines, limits and judgement are the same for every engine. */
export function networkDriver(engine: NetworkEngine, isReadOnly: boolean): Driver {
  const { catalogs, schemas, defaultSchema, tables, table, parts, functions, version, close } = engine
  const slots = new Slots(STATEMENTS_AT_ONCE)
  return {
    isRemote: true,
    ...statementCalls(new Runner(engine, slots), engine, isReadOnly),
    inSession: sessionsOf(engine, slots, isReadOnly),
    ...{ catalogs, schemas, defaultSchema, tables, table, parts, functions, version, close },
    ping: (signal) => orAborted(engine.greet(), signal),
  }
}

type RunnerEngine = Pick<NetworkEngine, 'dialect' | 'judge' | 'read' | 'change' | 'wordsOf'>

class Runner {
  readonly #engine: RunnerEngine
  readonly #slots: Slots
  readonly #verdicts = new Map<string, { readonly verdict: Judgement; readonly at: number }>()

  constructor(engine: RunnerEngine, slots: Slots) {
    this.#engine = engine
    this.#slots = slots
  }

  async judge(sql: string, { catalog, schema }: NamePath, signal: AbortSignal): Promise<Judgement> {
    signal.throwIfAborted()
    const verdict = await this.#engine.judge(sql, schema, signal, catalog)
    if (this.#verdicts.size >= MAX_VERDICTS) this.#verdicts.clear()
    if (verdict.problem === null)
      this.#verdicts.set(keyOf(sql, { catalog, schema }), { verdict, at: performance.now() })
    return verdict
  }

  async read(request: RunRequest, shape: Shape, sink: ResultSink): Promise<ReadDone> {
    const { maxRows, cells, schema, catalog, timeoutMs } = request
    const { lexicon } = this.#engine.dialect
    const isPushed = maxRows !== null && maxRows <= MAX_PUSHED_LIMIT
    const progress = { rows: 0, percent: null }
    const timer = setInterval(() => request.onProgress?.({ ...progress }), PROGRESS_EVERY_MS)
    const reading: Reading = {
      sql: isPushed ? withLimit(request.sql, maxRows + 1, lexicon) : request.sql,
      maxCharacters: shape === 'rows' ? null : MAX_BODY_CHARACTERS,
      timeoutMs: timeoutMs + SERVER_GRACE_MS,
      ...{ shape, cells, schema, catalog, maxRows, progress },
    }
    try {
      return await this.#timed(request, 'read', (signal) => this.#engine.read(reading, sink, signal))
    } finally {
      clearInterval(timer)
    }
  }

  change(request: RunRequest): Promise<number | null> {
    return this.#timed(request, 'change', (signal) => this.#engine.change(changeOf(request), signal))
  }

  set(request: RunRequest, set: NetworkSession['set']): Promise<unknown> {
    return this.#timed(request, 'set', (signal) => set(changeOf(request), signal))
  }

  transact(request: RunRequest, mayChange: boolean, transact: Transact | null): Promise<unknown> {
    const step = transactionStep(scan(request.sql, this.#engine.dialect.lexicon))
    if (step === null || transact === null) throw scriptProblem('transaction')
    return this.#timed(request, 'transaction', (signal) => transact({ ...step, mayChange }, changeOf(request), signal))
  }

  /** Lets pass what was judged a moment ago; anything else is judged before it runs. */
  async #admit(request: RunRequest, purpose: Purpose): Promise<void> {
    const known = this.#verdicts.get(keyOf(request.sql, request))
    const isFresh = known !== undefined && performance.now() - known.at < VERDICT_MS
    const verdict = isFresh ? known.verdict : await this.judge(request.sql, request, request.signal)
    refuse(verdict, purpose)
  }

  /** Runs work within the request's time, in its user's turn, and words what went wrong. */
  async #timed<T>(request: RunRequest, purpose: Purpose, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await this.#admit(request, purpose)
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = AbortSignal.any([request.signal, deadline])
    try {
      return await this.#slots.use(request, signal, () => work(signal))
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason
      if (deadline.aborted) throw timeoutProblem(request.timeoutMs)
      if (cause instanceof ResultTooLarge) throw tooLargeProblem(this.#engine.dialect.label)
      throw this.#engine.wordsOf(cause, request.sql)
    }
  }
}

/** Where names without a catalog or schema are looked up. */
type NamePath = Pick<RunRequest, 'catalog' | 'schema'>

const keyOf = (sql: string, { catalog, schema }: NamePath) => `${catalog ?? ''}\n${schema ?? ''}\n${sql}`

const changeOf = ({ sql, schema, catalog, timeoutMs }: RunRequest): Change => ({
  ...{ sql, schema, catalog },
  timeoutMs: timeoutMs + SERVER_GRACE_MS,
})

/** Sessions of scripts. A script waits for its session before it asks for a statement's turn, so that neither blocks. */
function sessionsOf(engine: NetworkEngine, slots: Slots, isReadOnly: boolean): Driver['inSession'] {
  const { openSession, dialect, wordsOf } = engine
  if (openSession === null) return null
  const sessions = new Slots(SESSIONS_AT_ONCE)
  return async <T>(asked: SessionRequest, work: (session: Session) => Promise<T>): Promise<T> => {
    const deadline = AbortSignal.timeout(asked.timeoutMs)
    const signal = AbortSignal.any([asked.signal, deadline])
    try {
      return await sessions.use(asked, signal, async () => {
        const session = await openSession()
        const runner = new Runner({ ...session, dialect, wordsOf }, slots)
        const set = async (request: RunRequest) => void (await runner.set(request, session.set))
        const transact = async (request: RunRequest, mayChange: boolean) =>
          void (await runner.transact(request, mayChange && !isReadOnly, session.transact))
        return work({ ...rowCalls(runner, isReadOnly), set, transact }).finally(() => session.close())
      })
    } catch (cause) {
      throw deadline.aborted && cause === deadline.reason ? timeoutProblem(asked.timeoutMs) : cause
    }
  }
}

function rowCalls(runner: Runner, isReadOnly: boolean): Pick<Driver, 'stream' | 'execute'> {
  return {
    async stream(request) {
      const startedAt = performance.now()
      const done = await runner.read(request, 'rows', {
        onColumns: (columns) => request.onColumns(columns),
        onBytes: (bytes, rows) => request.onRows([bytes], rows),
      })
      return { ...done, elapsedMs: performance.now() - startedAt }
    },
    async execute(request) {
      if (isReadOnly) throw readOnlyProblem()
      const startedAt = performance.now()
      return { changed: await runner.change(request), elapsedMs: performance.now() - startedAt }
    },
  }
}

function statementCalls(
  runner: Runner,
  engine: NetworkEngine,
  isReadOnly: boolean,
): Pick<Driver, 'run' | 'stream' | 'execute' | 'judge' | 'estimate'> {
  return {
    ...rowCalls(runner, isReadOnly),
    async run(request) {
      const startedAt = performance.now()
      const body = new ResultBody(request.shape)
      const sink = { onColumns: () => {}, onBytes: (bytes: Uint8Array) => body.add(bytes) }
      const { columns, rowCount, isCut } = await runner.read(request, request.shape, sink)
      return { columns, rowCount, isCut, body: body.finish(), elapsedMs: performance.now() - startedAt }
    },
    async judge(sql, signal, schema = null, catalog = null) {
      const {
        statements,
        isReadOnly: isReading,
        tables,
        refusals,
      } = await runner.judge(sql, { catalog, schema }, signal)
      return { statements, isReadOnly: isReading, tables, refusals }
    },
    async estimate(sql, schema, signal) {
      refuse(await runner.judge(sql, { catalog: null, schema }, signal), 'read')
      return engine.estimate(sql, schema).catch((cause) => Promise.reject(engine.wordsOf(cause, sql)))
    },
  }
}

async function orAborted(answered: Promise<unknown>, signal: AbortSignal): Promise<void> {
  answered.catch(() => {})
  await Promise.race([
    answered,
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
}
