import type { ResultColumn } from '../driver.ts'
import { type ReadDone, type Reading, withinRows } from '../network-driver.server.ts'
import { type ResultSink, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { cellWriter } from './cells.ts'
import type { TrinoClient, TrinoColumn, TrinoContext } from './client.server.ts'
import { trinoDialect } from './dialect.ts'
import { TrinoFailure } from './errors.ts'

const ROWS_AT_ONCE = 2_000

/** Reads the rows of one statement in the transaction that is open, else in one of its own that changes nothing, and writes them as JSON. */
export async function readRows(
  client: TrinoClient,
  reading: Reading,
  context: TrinoContext,
  open: string | null,
  sink: ResultSink,
): Promise<ReadDone> {
  const transaction = open ?? (await client.beginReading(context))
  try {
    // A statement that is ended before its last row would end the transaction of those after it.
    const given = open === null ? reading : withinRows(reading, trinoDialect)
    const emitter = await emitted(client, given, context, transaction, open !== null, sink)
    await emitter.finish()
    return { columns: emitter.described(), rowCount: reading.progress.rows, isCut: emitter.isCut }
  } finally {
    if (open === null) void client.end(transaction)
  }
}

type Emitter = RowEmitter<unknown> & { isCut: boolean }

async function emitted(
  client: TrinoClient,
  reading: Reading,
  context: TrinoContext,
  transaction: string,
  isReadToEnd: boolean,
  sink: ResultSink,
): Promise<Emitter> {
  let emitter: Emitter | null = null
  let isEnough = false
  for await (const page of client.pages(reading.sql, context, transaction)) {
    if (isEnough) continue
    if (page.percent !== null) reading.progress.percent = page.percent
    emitter ??= await opened(page.columns, reading, sink)
    isEnough = (await emit(emitter, reading, page.rows)) === 'enough'
    if (isEnough && !isReadToEnd) break
  }
  context.signal.throwIfAborted()
  if (emitter === null) throw new TrinoFailure('', 'The server gave no columns.')
  return emitter
}

/** Null before the server has said which columns there are. */
async function opened(
  given: readonly TrinoColumn[] | null,
  reading: Reading,
  sink: ResultSink,
): Promise<Emitter | null> {
  if (given === null) return null
  const names = uniqueNames(given.map(({ name }) => name))
  const columns = given.map(
    ({ name, type }, i): ResultColumn => ({ name: names[i] ?? name, type, generic: trinoDialect.genericOf(type) }),
  )
  const cells = given.map(({ typeSignature }) => cellWriter(typeSignature, reading.cells))
  await sink.onColumns(columns)
  return Object.assign(new RowEmitter(columns, cells, reading, sink), { isCut: false })
}

async function emit(
  emitter: Emitter | null,
  { maxRows, progress }: Reading,
  rows: readonly (readonly unknown[])[],
): Promise<'enough' | 'more'> {
  if (emitter === null) return 'more'
  const room = maxRows === null ? rows.length : maxRows - progress.rows
  emitter.isCut = rows.length > room
  const given = emitter.isCut ? rows.slice(0, room) : rows
  for (let from = 0; from < given.length; from += ROWS_AT_ONCE) {
    const some = given.slice(from, from + ROWS_AT_ONCE)
    progress.rows += some.length
    await emitter.add(some)
  }
  return emitter.isCut ? 'enough' : 'more'
}
