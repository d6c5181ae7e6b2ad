import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import { quoteStandardText } from '../../query/dialect.ts'
import type { ResultColumn } from '../driver.ts'
import { rowWriter } from '../row-writer.ts'
import { uniqueNames } from '../unique-names.ts'
import type { HostedRequest } from '../worker-host.server.ts'
import type { RunDone, RunMessage } from '../worker-protocol.ts'
import { type CellWriter, cellWriter, genericOfType } from './cells.server.ts'
import type { DuckdbSession } from './session.server.ts'

const FRAME_CHARACTERS = 128 * 1024
const PIECE_CHARACTERS = 1024 * 1024
const INTERRUPT_EVERY_MS = 50
const PROGRESS_EVERY_MS = 200
/** Up to here a LIMIT helps the engine sort less; beyond it, a LIMIT only delays the first rows. */
const MAX_PUSHED_LIMIT = 10_000

/** The result holds more than a client may ask for at once. */
export class ResultTooLarge extends Error {}

/** Runs one judged statement on a connection of its own and writes its rows as JSON. */
export async function runDuckdb(
  session: DuckdbSession,
  message: RunMessage,
  hasLimit: boolean,
  request: HostedRequest,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const connection = await session.instance.connect()
  const stopInterrupting = interruptWhenStopped(connection, request)
  const progress = { rows: 0 }
  const timer = setInterval(() => {
    const percent = connection.progress.percentage
    request.progress({ percent: percent >= 0 ? Math.min(100, percent) : null, rows: progress.rows })
  }, PROGRESS_EVERY_MS)
  try {
    await prepareConnection(connection, message.schema)
    const result = await start(connection, message, hasLimit)
    return await pump(result, message, request, progress)
  } finally {
    clearInterval(timer)
    stopInterrupting()
    connection.closeSync()
  }
}

/** A single interrupt that comes too early is lost, so it is repeated until the statement ends. */
function interruptWhenStopped(connection: DuckDBConnection, request: HostedRequest): () => void {
  let timer: NodeJS.Timeout | null = null
  let isOver = false
  request.onStop(() => {
    if (isOver) return
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
  })
  return () => {
    isOver = true
    if (timer) clearInterval(timer)
  }
}

async function prepareConnection(connection: DuckDBConnection, schema: string | null) {
  await connection.run(
    'SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0',
  )
  if (schema !== null && schema !== 'main') await connection.run(`SET schema = ${quoteStandardText(schema)}`)
}

async function start(connection: DuckDBConnection, message: RunMessage, hasLimit: boolean): Promise<DuckDBResult> {
  const { sql, maxRows } = message
  if (maxRows !== null && maxRows <= MAX_PUSHED_LIMIT && !hasLimit) {
    const limited = await connection.prepare(`${sql}\nLIMIT ${maxRows + 1}`).catch(() => null)
    if (limited) return limited.stream()
  }
  return (await connection.prepare(sql)).stream()
}

async function pump(
  result: DuckDBResult,
  message: RunMessage,
  request: HostedRequest,
  progress: { rows: number },
): Promise<Omit<RunDone, 'cpuMs'>> {
  const types = result.columnTypes()
  const columns: ResultColumn[] = uniqueNames(result.columnNames()).map((name, i) => {
    const type = types[i]
    return { name, type: type ? type.toString() : null, generic: type ? genericOfType(type) : null }
  })
  request.columns(columns)
  const writers = types.map((type) => cellWriter(type, message.cells))
  const writer = rowWriter(message.shape, columns)
  const hasValue = columns.map(() => false)
  let isFirst = true
  let isCut = false
  let held = 0
  while (!isCut && !request.isStopped()) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    const room = message.maxRows === null ? chunk.rowCount : message.maxRows - progress.rows
    const rows = Math.min(chunk.rowCount, room)
    isCut = chunk.rowCount > room
    writer.add(rows, cellsOf(chunk, writers, hasValue))
    progress.rows += rows
    held += rows
    if (message.maxBytes !== null && writer.length > message.maxBytes) throw new ResultTooLarge()
    if (message.shape !== 'columns' && held > 0 && (isFirst || writer.length >= FRAME_CHARACTERS)) {
      await request.rows(Buffer.from(writer.take()), held)
      held = 0
      isFirst = false
    }
  }
  if (message.shape === 'columns') for (const piece of writer.finish()) await sendPieces(piece, request)
  else if (held > 0) await request.rows(Buffer.from(writer.take()), held)
  return {
    columns: columns.map((column, i) => ({ ...column, isEmpty: !hasValue[i] })),
    rowCount: progress.rows,
    isCut,
    changed: null,
  }
}

function cellsOf(chunk: DuckDBDataChunk, writers: readonly CellWriter[], hasValue: boolean[]) {
  const vectors = writers.map((_, column) => chunk.getColumnVector(column))
  return (column: number, row: number): string => {
    const value = vectors[column]?.getItem(row)
    if (value === null || value === undefined) return 'null'
    hasValue[column] = true
    return (writers[column] as CellWriter)(value)
  }
}

async function sendPieces(text: string, request: HostedRequest) {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE_CHARACTERS)
    // A piece must not end inside a surrogate pair.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    await request.rows(Buffer.from(text.slice(at, end)), 0)
    at = end
  }
}
