import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GENERIC } from '../../query/generic-type.ts'
import type { ResultColumn } from '../driver.ts'
import { rowWriter } from '../row-writer.ts'
import { uniqueNames } from '../unique-names.ts'
import type { HostedRequest } from '../worker-host.server.ts'
import type { RunDone, RunMessage } from '../worker-protocol.ts'
import { sqliteCell } from './cells.ts'
import { genericOfDeclared, genericOfValue, numberType } from './types.ts'

const BLOCK_ROWS = 500
const FRAME_CHARACTERS = 128 * 1024

/** The result holds more than a client may ask for at once. */
export class ResultTooLarge extends Error {}

type Row = readonly unknown[]

/** Runs one judged statement. Between blocks of rows the process listens; within one only its end stops it. */
export async function runSqlite(
  database: DatabaseSync,
  message: RunMessage,
  request: HostedRequest,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const statement = database.prepare(message.sql)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  if (!message.isReadOnly) {
    const { changes } = statement.run()
    return { columns: [], rowCount: 0, isCut: false, changed: Number(changes) }
  }
  const rows = statement.iterate() as unknown as Iterator<Row>
  const first = block(rows, BLOCK_ROWS)
  const columns = columnsOf(statement, first.rows)
  request.columns(columns)
  const writer = rowWriter(message.shape, columns)
  const hasValue = columns.map(() => false)
  const kinds = columns.map(({ generic }, column) => (message.times.includes(column) ? GENERIC.time : generic))
  let count = 0
  let isCut = false
  const take = async (batch: readonly Row[]) => {
    const room = message.maxRows === null ? batch.length : message.maxRows - count
    const kept = batch.slice(0, room)
    isCut = batch.length > room
    count += kept.length
    const cells = kinds.map((kind, column) =>
      kept.map((row) => {
        if (row[column] !== null) hasValue[column] = true
        return sqliteCell(row[column], kind, message.cells)
      }),
    )
    writer.add(cells, kept.length)
    if (message.maxBytes !== null && writer.length > message.maxBytes) throw new ResultTooLarge()
  }
  await take(first.rows)
  let sent = await flush(writer, message, request, 0, count, true)
  let isOver = first.isOver
  while (!isOver && !isCut && !request.isStopped()) {
    await nextTurn()
    const next = block(rows, BLOCK_ROWS)
    isOver = next.isOver
    await take(next.rows)
    sent = await flush(writer, message, request, sent, count, false)
    request.progress({ percent: null, rows: count })
  }
  rows.return?.()
  if (message.shape === 'columns') {
    for (const piece of writer.finish()) await request.rows(Buffer.from(piece), 0)
  } else await flush(writer, message, request, sent, count, true)
  const done = columns.map((column, i) => ({ ...column, isEmpty: !hasValue[i] }))
  return { columns: done, rowCount: count, isCut, changed: null }
}

async function flush(
  writer: ReturnType<typeof rowWriter>,
  message: RunMessage,
  request: HostedRequest,
  sent: number,
  count: number,
  isForced: boolean,
): Promise<number> {
  if (message.shape === 'columns' || count === sent || (!isForced && writer.length < FRAME_CHARACTERS)) return sent
  await request.rows(Buffer.from(writer.take()), count - sent)
  return count
}

function block(rows: Iterator<Row>, size: number): { rows: Row[]; isOver: boolean } {
  const taken: Row[] = []
  while (taken.length < size) {
    const next = rows.next()
    if (next.done) return { rows: taken, isOver: true }
    taken.push(next.value)
  }
  return { rows: taken, isOver: false }
}

function columnsOf(statement: StatementSync, sample: readonly Row[]): ResultColumn[] {
  const described = statement.columns()
  return uniqueNames(described.map((column) => column.name)).map((name, i) => {
    const declared = described[i]?.type ?? null
    const values = sample.map((row) => row[i]).filter((value) => value !== null)
    const type = declared ?? numberType(values)
    return { name, type, generic: genericOfDeclared(type) ?? genericOfValue(values[0]) }
  })
}
