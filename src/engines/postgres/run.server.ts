/// <reference path="./pg-cursor.d.ts" />
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { ResultColumn } from '../driver.ts'
import type { ReadDone, Reading } from '../network-driver.server.ts'
import { type ResultSink, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { cellWriter } from './cells.ts'
import { RAW_TYPES } from './session.server.ts'
import { genericOfName, modifierText, typeText } from './types.ts'

const FIRST_ROWS = 100
const MIN_ROWS = 50
const MAX_ROWS = 5_000
/** A batch is asked for by rows; this many characters of text are aimed at. */
const BATCH_CHARACTERS = 256 * 1024

/** Names of types by their numbers. */
type TypeNames = (oids: readonly number[]) => Promise<(oid: number) => string>

type Rows = readonly (readonly (string | null)[])[]
interface Batch {
  readonly rows: Rows
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number; readonly dataTypeModifier: number }[]
}

/** Reads the rows of one statement through a cursor and writes them as JSON. */
export async function readRows(
  client: PoolClient,
  reading: Reading,
  typeNames: TypeNames,
  sink: ResultSink,
): Promise<ReadDone> {
  const cursor = client.query(new Cursor(reading.sql, [], { rowMode: 'array', types: RAW_TYPES }))
  // After a failure there is nothing to close: the server has dropped the cursor, or the connection goes.
  const emitterFor = (fields: Batch['fields']) => emitter(fields, reading, typeNames, sink)
  const done = await pump(cursor, reading, emitterFor, sink)
  await cursor.close()
  return done
}

async function pump(
  cursor: Cursor,
  reading: Reading,
  emitterFor: (fields: Batch['fields']) => Promise<RowEmitter<string>>,
  sink: ResultSink,
): Promise<ReadDone> {
  const { maxRows, progress } = reading
  // One row more than wanted tells whether there is more.
  const wanted = (rows: number) => (maxRows === null ? rows : Math.min(rows, maxRows - progress.rows + 1))
  let asked = wanted(FIRST_ROWS)
  let batch = await read(cursor, asked)
  const rowsTo = await emitterFor(batch.fields)
  await sink.onColumns(rowsTo.columns)
  let isCut = false
  for (;;) {
    const room = maxRows === null ? batch.rows.length : maxRows - progress.rows
    isCut = batch.rows.length > room
    const rows = isCut ? batch.rows.slice(0, room) : batch.rows
    progress.rows += rows.length
    const characters = await rowsTo.add(rows)
    if (isCut || batch.rows.length < asked) break
    asked = wanted(nextBatch(rows.length, characters))
    batch = await read(cursor, asked)
  }
  await rowsTo.finish()
  return { columns: rowsTo.described(), rowCount: progress.rows, isCut }
}

function nextBatch(rows: number, characters: number): number {
  const fitting = Math.floor(BATCH_CHARACTERS / Math.max(1, characters / Math.max(1, rows)))
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, fitting))
}

function read(cursor: Cursor, count: number): Promise<Batch> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) => {
      if (error) reject(error)
      else resolve({ rows, fields: result?.fields ?? [] })
    })
  })
}

async function emitter(
  fields: Batch['fields'],
  reading: Reading,
  typeNames: TypeNames,
  sink: ResultSink,
): Promise<RowEmitter<string>> {
  const nameOf = await typeNames(fields.map((field) => field.dataTypeID))
  const names = uniqueNames(fields.map((field) => field.name))
  const columns = fields.map((field, i): ResultColumn => {
    const type = nameOf(field.dataTypeID)
    return {
      name: names[i] ?? field.name,
      type: `${typeText(type)}${modifierText(field.dataTypeID, field.dataTypeModifier)}`,
      generic: genericOfName(type),
    }
  })
  const cells = fields.map((field) => cellWriter(nameOf(field.dataTypeID), reading.cells))
  return new RowEmitter(columns, cells, reading, sink)
}
