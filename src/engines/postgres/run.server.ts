/// <reference path="./pg-cursor.d.ts" />
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { CellStyle, ResultColumn } from '../driver.ts'
import { type RowWriter, rowWriter } from '../row-writer.ts'
import { uniqueNames } from '../unique-names.ts'
import type { Shape } from '../worker-protocol.ts'
import { type CellWriter, cellWriter } from './cells.ts'
import { RAW_TYPES } from './session.server.ts'
import { genericOfName, modifierText, typeText } from './types.ts'

const FIRST_ROWS = 100
const MIN_ROWS = 50
const MAX_ROWS = 5_000
/** A batch is asked for by rows; this many characters of text are aimed at. */
const BATCH_CHARACTERS = 256 * 1024

/** The result holds more than a client may ask for at once. */
export class ResultTooLarge extends Error {}

/** Where the pieces of a result go; awaited, so that a slow reader slows the server. */
export interface PostgresSink {
  readonly onColumns: (columns: readonly ResultColumn[]) => void | Promise<void>
  readonly onText: (text: string, rows: number) => void | Promise<void>
}

export interface Reading {
  readonly sql: string
  readonly shape: Shape
  readonly cells: CellStyle
  readonly maxRows: number | null
  readonly maxCharacters: number | null
  readonly progress: { rows: number }
  readonly typeNames: (oids: readonly number[]) => Promise<(oid: number) => string>
}

export interface ReadDone {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isCut: boolean
}

type Rows = readonly (readonly (string | null)[])[]
interface Batch {
  readonly rows: Rows
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number; readonly dataTypeModifier: number }[]
}

/** Reads the rows of one statement through a cursor and writes them as JSON. */
export async function readRows(client: PoolClient, reading: Reading, sink: PostgresSink): Promise<ReadDone> {
  const cursor = client.query(new Cursor(reading.sql, [], { rowMode: 'array', types: RAW_TYPES }))
  // After a failure there is nothing to close: the server has dropped the cursor, or the connection goes.
  const done = await pump(cursor, reading, sink)
  await cursor.close()
  return done
}

async function pump(cursor: Cursor, reading: Reading, sink: PostgresSink): Promise<ReadDone> {
  const { maxRows, progress } = reading
  // One row more than wanted tells whether there is more.
  const wanted = (rows: number) => (maxRows === null ? rows : Math.min(rows, maxRows - progress.rows + 1))
  let asked = wanted(FIRST_ROWS)
  let batch = await read(cursor, asked)
  const emitter = await emitterFor(batch.fields, reading, sink)
  await sink.onColumns(emitter.columns)
  let isCut = false
  for (;;) {
    const room = maxRows === null ? batch.rows.length : maxRows - progress.rows
    isCut = batch.rows.length > room
    const rows = isCut ? batch.rows.slice(0, room) : batch.rows
    progress.rows += rows.length
    const characters = await emitter.add(rows)
    if (isCut || batch.rows.length < asked) break
    asked = wanted(nextBatch(rows.length, characters))
    batch = await read(cursor, asked)
  }
  await emitter.finish()
  return { columns: emitter.described(), rowCount: progress.rows, isCut }
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

async function emitterFor(fields: Batch['fields'], reading: Reading, sink: PostgresSink): Promise<Emitter> {
  const nameOf = await reading.typeNames(fields.map((field) => field.dataTypeID))
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
  return new Emitter(columns, cells, reading, sink)
}

/** Writes batches as JSON and sends each on. */
class Emitter {
  readonly columns: readonly ResultColumn[]
  readonly #cells: readonly CellWriter[]
  readonly #reading: Reading
  readonly #sink: PostgresSink
  readonly #writer: RowWriter
  readonly #hasValue: boolean[]
  #characters = 0

  constructor(columns: readonly ResultColumn[], cells: readonly CellWriter[], reading: Reading, sink: PostgresSink) {
    this.columns = columns
    this.#cells = cells
    this.#reading = reading
    this.#sink = sink
    this.#writer = rowWriter(reading.shape, columns)
    this.#hasValue = columns.map(() => false)
  }

  /** Gives the number of characters that the rows became. */
  async add(rows: Rows): Promise<number> {
    if (rows.length === 0) return 0
    const { maxCharacters, shape } = this.#reading
    const before = this.#writer.length
    this.#writer.add(
      this.#cells.map((write, column) => this.#column(rows, write, column)),
      rows.length,
    )
    const added = this.#writer.length - before
    this.#characters += added
    if (maxCharacters !== null && this.#characters > maxCharacters) throw new ResultTooLarge()
    if (shape !== 'columns') await this.#sink.onText(this.#writer.take(), rows.length)
    return added
  }
  async finish() {
    for (const piece of this.#writer.finish()) await this.#sink.onText(piece, 0)
  }
  described(): readonly ResultColumn[] {
    return this.columns.map((column, i) => ({ ...column, isEmpty: !this.#hasValue[i] }))
  }

  #column(rows: Rows, write: CellWriter, column: number): string[] {
    return rows.map((row) => {
      const text = row[column]
      if (text === null || text === undefined) return 'null'
      this.#hasValue[column] = true
      return write(text)
    })
  }
}
