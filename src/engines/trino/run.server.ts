import type { ResultColumn } from '../driver.ts'
import type { ReadDone, Reading } from '../network-driver.server.ts'
import { type ResultSink, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { cellWriter } from './cells.ts'
import type { TrinoClient, TrinoColumn, TrinoContext } from './client.server.ts'
import { trinoDialect } from './dialect.ts'
import { TrinoFailure } from './errors.ts'

const ROWS_AT_ONCE = 2_000

/** Reads the rows of one statement in a transaction that changes nothing, and writes them as JSON. */
export async function readRows(
  client: TrinoClient,
  reading: Reading,
  context: TrinoContext,
  sink: ResultSink,
): Promise<ReadDone> {
  const transaction = await client.beginReading(context)
  try {
    const emitter = await emitted(client, reading, context, transaction, sink)
    await emitter.finish()
    return { columns: emitter.described(), rowCount: reading.progress.rows, isCut: emitter.isCut }
  } finally {
    void client.end(transaction)
  }
}

type Emitter = RowEmitter<unknown> & { isCut: boolean }

async function emitted(
  client: TrinoClient,
  reading: Reading,
  context: TrinoContext,
  transaction: string,
  sink: ResultSink,
): Promise<Emitter> {
  let emitter: Emitter | null = null
  for await (const page of client.pages(reading.sql, context, transaction)) {
    if (page.percent !== null) reading.progress.percent = page.percent
    if (page.columns && emitter === null) emitter = await opened(page.columns, reading, sink)
    if (emitter !== null && (await emit(emitter, reading, page.rows)) === 'enough') break
  }
  context.signal.throwIfAborted()
  if (emitter === null) throw new TrinoFailure('', 'The server gave no columns.')
  return emitter
}

async function opened(given: readonly TrinoColumn[], reading: Reading, sink: ResultSink): Promise<Emitter> {
  const names = uniqueNames(given.map(({ name }) => name))
  const columns = given.map(
    ({ name, type }, i): ResultColumn => ({ name: names[i] ?? name, type, generic: trinoDialect.genericOf(type) }),
  )
  const cells = given.map(({ typeSignature }) => cellWriter(typeSignature, reading.cells))
  await sink.onColumns(columns)
  return Object.assign(new RowEmitter(columns, cells, reading, sink), { isCut: false })
}

async function emit(
  emitter: Emitter,
  { maxRows, progress }: Reading,
  rows: readonly (readonly unknown[])[],
): Promise<'enough' | 'more'> {
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
