import { ByteText, type Phrase, phraseOf } from './byte-text.server.ts'
import type { CellColumn } from './cell-column.server.ts'
import { joinCells, joinRows } from './join-rows.server.ts'
import type { Shape } from './worker-protocol.ts'

const COMMA = 0x2c
const NOTHING = phraseOf('')

/**
 * Puts the cells of rows, one after the other, into the JSON of one shape: `begin`, `cell` for each column in order,
 * `end`. Rows are joined by commas, without outer brackets.
 */
export class RowBuilder {
  readonly #text = new ByteText()
  readonly #texts: readonly ByteText[]
  readonly #heads: readonly Phrase[]
  readonly #brackets: { readonly open: number; readonly close: number }
  readonly #tail: Phrase
  readonly #isByColumn: boolean
  #isFirst = true

  constructor(shape: Shape, names: readonly string[]) {
    const [open, close] = shape === 'records' ? (['{', '}'] as const) : (['[', ']'] as const)
    const keys = names.map((name) => (shape === 'records' ? `${JSON.stringify(name)}:` : ''))
    this.#isByColumn = shape === 'columns'
    this.#texts = this.#isByColumn ? names.map(() => new ByteText()) : []
    this.#heads = keys.map((key, i) => phraseOf(`${i === 0 ? open : ','}${key}`))
    this.#brackets = { open: open.charCodeAt(0), close: close.charCodeAt(0) }
    this.#tail = phraseOf(names.length === 0 ? `${open}${close}` : close)
    for (const [i, text] of this.#texts.entries()) text.ascii(i === 0 ? '[' : ',[')
  }

  /** Bytes held. */
  get length(): number {
    return this.#texts.reduce((sum, text) => sum + text.length, this.#text.length)
  }
  begin() {
    if (!this.#isFirst && !this.#isByColumn) this.#text.byte(COMMA)
  }
  /** Where the cell of a column is to be written. */
  cell(column: number): ByteText {
    if (!this.#isByColumn) {
      this.#text.phrase(this.#heads[column] ?? NOTHING)
      return this.#text
    }
    const text = this.#texts[column] ?? this.#text
    if (!this.#isFirst) text.byte(COMMA)
    return text
  }
  end() {
    if (!this.#isByColumn) this.#text.phrase(this.#tail)
    this.#isFirst = false
  }
  /** Adds rows whose cells were written column by column. */
  addColumns(columns: readonly CellColumn[], rows: number) {
    if (rows === 0) return
    if (this.#isByColumn) for (const [i, column] of columns.entries()) this.#addColumn(i, column, rows)
    else {
      if (!this.#isFirst) this.#text.byte(COMMA)
      joinRows(this.#text, columns, rows, { heads: this.#heads, brackets: this.#brackets })
    }
    this.#isFirst = false
  }
  #addColumn(index: number, column: CellColumn, rows: number) {
    const text = this.#texts[index]
    if (!text) return
    if (!this.#isFirst) text.byte(COMMA)
    joinCells(text, column, rows)
  }
  /** The rows held so far, for `records` and `rows`; what follows begins anew. */
  take(): Buffer {
    this.#isFirst = true
    return this.#text.take()
  }
  /** The rows taken, the last ones unless they are given, are needed no more. */
  reuse(taken?: Buffer) {
    this.#text.reuse(taken)
  }
  /** The pieces of a `columns` body, at the end. */
  finish(): readonly Buffer[] {
    for (const text of this.#texts) text.ascii(']')
    return this.#texts.map((text) => text.take())
  }
}
