import type { ResultColumn } from './driver.ts'
import { type RowWriter, rowWriter } from './row-writer.ts'
import type { Shape } from './worker-protocol.ts'

/** Where the pieces of a result go; awaited, so that a slow reader slows the server. Bytes of the shape `rows` may be written over after that. */
export interface ResultSink {
  readonly onColumns: (columns: readonly ResultColumn[]) => void | Promise<void>
  readonly onBytes: (bytes: Uint8Array, rows: number) => void | Promise<void>
}

/** Writes one cell, as the engine gave it, as JSON. NULL never comes here. */
export type CellWriter<Cell> = (cell: Cell) => string

const utf8 = new TextEncoder()

/** The result holds more than a client may ask for at once. */
export class ResultTooLarge extends Error {}

/** Writes batches of rows as JSON and sends each on. */
export class RowEmitter<Cell> {
  readonly columns: readonly ResultColumn[]
  readonly #cells: readonly CellWriter<Cell>[]
  readonly #shape: Shape
  readonly #maxCharacters: number | null
  readonly #sink: ResultSink
  readonly #writer: RowWriter
  readonly #hasValue: boolean[]
  #characters = 0

  constructor(
    columns: readonly ResultColumn[],
    cells: readonly CellWriter<Cell>[],
    { shape, maxCharacters }: { readonly shape: Shape; readonly maxCharacters: number | null },
    sink: ResultSink,
  ) {
    this.columns = columns
    this.#cells = cells
    this.#shape = shape
    this.#maxCharacters = maxCharacters
    this.#sink = sink
    this.#writer = rowWriter(shape, columns)
    this.#hasValue = columns.map(() => false)
  }

  /** Gives the number of characters that the rows became. Throws `ResultTooLarge`. */
  async add(rows: readonly (readonly (Cell | null | undefined)[])[]): Promise<number> {
    if (rows.length === 0) return 0
    const before = this.#writer.length
    this.#writer.add(
      this.#cells.map((write, column) => this.#column(rows, write, column)),
      rows.length,
    )
    const added = this.#writer.length - before
    this.#characters += added
    if (this.#maxCharacters !== null && this.#characters > this.#maxCharacters) throw new ResultTooLarge()
    if (this.#shape !== 'columns') await this.#sink.onBytes(utf8.encode(this.#writer.take()), rows.length)
    return added
  }
  async finish() {
    for (const piece of this.#writer.finish()) await this.#sink.onBytes(utf8.encode(piece), 0)
  }
  /** The columns, with what is known of them after the last row. */
  described(): readonly ResultColumn[] {
    return this.columns.map((column, i) => ({ ...column, isEmpty: !this.#hasValue[i] }))
  }

  #column(rows: readonly (readonly (Cell | null | undefined)[])[], write: CellWriter<Cell>, column: number): string[] {
    return rows.map((row) => {
      const cell = row[column]
      if (cell === null || cell === undefined) return 'null'
      this.#hasValue[column] = true
      return write(cell)
    })
  }
}
