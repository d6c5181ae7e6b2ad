import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBMaterializedResult,
  DuckDBPreparedStatement,
  DuckDBResult,
  DuckDBVector,
} from '@duckdb/node-api'
import { quoteStandardText } from '../../query/dialect.ts'
import { withoutLimit } from '../../query/sql/limit.ts'
import { CellColumn } from '../cell-column.server.ts'
import type { ResultColumn } from '../driver.ts'
import { RowBuilder } from '../row-builder.server.ts'
import { uniqueNames } from '../unique-names.ts'
import type { HostedRequest } from '../worker-host.server.ts'
import { ROWS_WINDOW, type RunDone, type RunMessage } from '../worker-protocol.ts'
import { genericOfCells } from './cells.server.ts'
import { type ColumnWriter, columnWriter } from './column-writer.server.ts'
import { duckdbDialect } from './dialect.ts'
import type { ReadyPlan } from './plans-ahead.server.ts'
import type { DuckdbSession } from './session.server.ts'

const FRAME_BYTES = 128 * 1024
const PIECE_BYTES = 1024 * 1024
const NULL_FIRST = 0x6e
const INTERRUPT_EVERY_MS = 10
const PROGRESS_EVERY_MS = 100
/** Up to here a LIMIT helps the engine sort less; beyond it, a LIMIT only delays the first rows. */
const MAX_PUSHED_LIMIT = 10_000
/** A LIMIT above that, before the words of the statement are read one by one. */
const LARGE_LIMIT = /\bLIMIT\s+\d{5}/i

/** The result holds more than a client may ask for at once. */
export class ResultTooLarge extends Error {}

/** Runs one judged statement on a connection of its own and writes its rows as JSON. */
export async function runDuckdb(
  session: DuckdbSession,
  message: RunMessage,
  request: HostedRequest,
): Promise<Omit<RunDone, 'cpuMs'>> {
  let planned = isSmall(message) && isInMain(message) ? message.sql : null
  const ready = session.plans.begin(planned)
  const connection = ready?.connection ?? (await session.freshConnection(message.shape === 'rows'))
  // The engine works while the rest is made ready.
  const running = ready?.statement.run()
  running?.catch(() => undefined)
  const { interrupt, stopInterrupting } = interruptible(connection, request)
  const reading = { request, interrupt, progress: { rows: 0 } }
  const timer = setInterval(() => {
    const percent = connection.progress.percentage
    request.progress({ percent: percent >= 0 ? Math.min(100, percent) : null, rows: reading.progress.rows })
  }, PROGRESS_EVERY_MS)
  try {
    if (!isInMain(message)) await connection.run(`SET schema = ${quoteStandardText(message.schema ?? '')}`)
    if (ready && running) return await giveWhole(running, ready, message, request)
    const streamed = mayBeLong(message) ? await withoutBound(connection, message) : null
    if (streamed) {
      planned = null
      return await pumpBounded(streamed, message, reading)
    }
    return isSmall(message)
      ? await giveAll(await connection.run(message.sql), message, request)
      : await pump(await start(connection, message), message, reading)
  } finally {
    clearInterval(timer)
    stopInterrupting()
    session.plans.end(planned)
    // The answer leaves first.
    setImmediate(() => connection.closeSync())
  }
}

/** A chart's rows, which its LIMIT bounds: asking for them in pieces would only cost turns. */
const isSmall = ({ shape, hasLimit, givesOneRow }: RunMessage) => shape !== 'rows' && (hasLimit || givesOneRow)
const isInMain = ({ schema }: RunMessage) => schema === null || schema === 'main'
const mayBeLong = ({ sql, shape, hasLimit, givesOneRow }: RunMessage) =>
  hasLimit && (shape === 'rows' || (!givesOneRow && LARGE_LIMIT.test(sql)))

const giveAll = (result: DuckDBMaterializedResult, message: RunMessage, request: HostedRequest) =>
  giveWhole(result, headOf(result), message, request)

async function giveWhole(
  running: DuckDBMaterializedResult | Promise<DuckDBMaterializedResult>,
  head: Head,
  message: RunMessage,
  request: HostedRequest,
) {
  const emitter = new Emitter(head, message, request)
  const result = await running
  for (let i = 0; i < result.chunkCount && !emitter.isCut && !request.isStopped(); i++)
    await emitter.add(result.getChunk(i))
  await emitter.finish()
  return emitter.outcome()
}

/** What reads the chunks of a statement needs beside them. */
interface Reading {
  readonly request: HostedRequest
  /** Ends what the engine is doing for this statement. */
  interrupt(): void
  readonly progress: { rows: number }
}

/** A single interrupt that comes too early is lost, so it is repeated until the statement ends. */
function interruptible(connection: DuckDBConnection, request: HostedRequest) {
  let timer: NodeJS.Timeout | null = null
  let isOver = false
  const interrupt = () => {
    if (isOver || timer) return
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
  }
  request.onStop(interrupt)
  const stopInterrupting = () => {
    isOver = true
    if (timer) clearInterval(timer)
  }
  return { interrupt, stopInterrupting }
}

interface Unbounded {
  readonly statement: DuckDBPreparedStatement
  /** Rows that its LIMIT would have let through. */
  readonly rows: number
}

/**
 * The statement without a LIMIT of its own above `MAX_PUSHED_LIMIT`, for which the engine would gather all rows before it
 * gives one; null where there is none. Its rows are counted by who reads them, while the engine makes the next ones.
 */
async function withoutBound(connection: DuckDBConnection, { sql }: RunMessage): Promise<Unbounded | null> {
  const whole = withoutLimit(sql, duckdbDialect.lexicon)
  if (!whole || whole.rows <= MAX_PUSHED_LIMIT) return null
  const statement = await connection.prepare(whole.sql).catch(() => null)
  return statement && { statement, rows: whole.rows }
}

async function pumpBounded(
  { statement, rows }: Unbounded,
  message: RunMessage,
  reading: Reading,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const { maxRows } = message
  const bounded = { ...message, maxRows: Math.min(rows, maxRows ?? rows) }
  const done = await pump(await statement.stream(), bounded, reading)
  return { ...done, isCut: done.isCut && maxRows !== null && maxRows < rows }
}

async function start(connection: DuckDBConnection, message: RunMessage): Promise<DuckDBResult> {
  const { sql, maxRows, hasLimit } = message
  if (maxRows !== null && maxRows <= MAX_PUSHED_LIMIT && !hasLimit) {
    const limited = await connection.prepare(`${sql}\nLIMIT ${maxRows + 1}`).catch(() => null)
    if (limited) return limited.stream()
  }
  return (await connection.prepare(sql)).stream()
}

/** Writes the chunks of a result, while the engine makes the next one. */
async function pump(
  result: DuckDBResult,
  message: RunMessage,
  { request, interrupt, progress }: Reading,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const emitter = new Emitter(headOf(result), message, request)
  if (message.shape === 'rows') request.columns(emitter.columns)
  let next: Promise<DuckDBDataChunk | null> | null = result.fetchChunk()
  try {
    while (next && !request.isStopped()) {
      const chunk: DuckDBDataChunk | null = await next
      const rows: DuckDBDataChunk | null = chunk && chunk.rowCount > 0 ? chunk : null
      next = rows && emitter.hasRoomFor(rows) ? result.fetchChunk() : null
      if (rows) await emitter.add(rows)
      progress.rows = emitter.rowCount
    }
  } finally {
    await leave(next, interrupt)
  }
  await emitter.finish()
  return emitter.outcome()
}

/** A connection can be closed when nothing is fetched on it any more. */
async function leave(next: Promise<unknown> | null, interrupt: () => void): Promise<void> {
  if (!next) return
  interrupt()
  await next.catch(() => undefined)
}

type Head = Pick<ReadyPlan, 'names' | 'types'>
const headOf = (result: DuckDBResult): Head => ({ names: result.columnNames(), types: result.columnTypes() })

/** Writes chunks as JSON and sends them: the first at once, the others gathered. */
class Emitter {
  readonly columns: readonly ResultColumn[]
  readonly #message: RunMessage
  readonly #request: HostedRequest
  readonly #writers: readonly ColumnWriter[]
  readonly #cells: readonly CellColumn[]
  readonly #builder: RowBuilder
  readonly #hasValue: boolean[]
  readonly #sent: Buffer[] = []
  #held = 0
  #isFirst = true
  rowCount = 0
  isCut = false

  constructor({ names, types }: Head, message: RunMessage, request: HostedRequest) {
    this.columns = uniqueNames(names).map((name, i) => {
      const type = types[i]
      return { name, type: type ? type.toString() : null, generic: type ? genericOfCells(type, message.cells) : null }
    })
    this.#message = message
    this.#request = request
    this.#writers = types.map((type) => columnWriter(type, message.cells))
    this.#cells = types.map(() => new CellColumn())
    this.#builder = new RowBuilder(
      message.shape,
      this.columns.map(({ name }) => name),
    )
    this.#hasValue = types.map(() => false)
  }

  /** All of its rows may still be sent. */
  hasRoomFor({ rowCount }: DuckDBDataChunk): boolean {
    const { maxRows } = this.#message
    return maxRows === null || rowCount <= maxRows - this.rowCount
  }
  async add(chunk: DuckDBDataChunk) {
    const { maxRows, maxBytes, shape } = this.#message
    const room = maxRows === null ? chunk.rowCount : maxRows - this.rowCount
    const rows = Math.min(chunk.rowCount, room)
    this.isCut = chunk.rowCount > room
    this.#write(chunk, rows)
    this.rowCount += rows
    this.#held += rows
    if (maxBytes !== null && this.#builder.length > maxBytes) throw new ResultTooLarge()
    const isDue = (this.#isFirst && shape === 'rows') || this.#builder.length >= FRAME_BYTES
    if (shape !== 'columns' && isDue) await this.#flush()
  }
  async finish() {
    if (this.#message.shape !== 'columns') return this.#flush()
    for (const piece of this.#builder.finish()) await sendPieces(piece, this.#request)
  }
  outcome(): Omit<RunDone, 'cpuMs'> {
    const columns = this.columns.map((column, i) => ({ ...column, isEmpty: !this.#hasValue[i] }))
    return { columns, rowCount: this.rowCount, isCut: this.isCut, changed: null }
  }

  async #flush() {
    if (this.#held === 0) return
    const held = this.#held
    this.#held = 0
    this.#isFirst = false
    const rows = this.#builder.take()
    await this.#request.rows(rows, held)
    this.#sent.push(rows)
    // Rows are sent only when earlier ones were taken, so that the memory of these is free.
    const free = this.#sent.length > ROWS_WINDOW ? this.#sent.shift() : undefined
    if (free) this.#builder.reuse(free)
  }
  #write(chunk: DuckDBDataChunk, rows: number) {
    const { maxBytes } = this.#message
    for (const [i, cells] of this.#cells.entries()) {
      const vector = chunk.getColumnVector(i)
      cells.reset(rows)
      this.#writers[i]?.(vector, rows, cells)
      this.#hasValue[i] ||= this.#hasValues(cells, vector, rows)
      if (maxBytes !== null && cells.text.length > maxBytes) throw new ResultTooLarge()
    }
    this.#builder.addColumns(this.#cells, rows)
  }
  /** What is no number for a chart has no value there; the editor counts all that is not NULL. */
  #hasValues(cells: CellColumn, vector: DuckDBVector, rows: number): boolean {
    for (let row = 0; row < rows; row += 1) {
      const from = row === 0 ? 0 : (cells.ends[row - 1] ?? 0)
      if (cells.text.bytes[from] !== NULL_FIRST) return true
      if (this.#message.cells !== 'chart' && vector.getItem(row) !== null) return true
    }
    return false
  }
}

async function sendPieces(bytes: Buffer, request: HostedRequest) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) await request.rows(bytes.subarray(at, at + PIECE_BYTES), 0)
}
