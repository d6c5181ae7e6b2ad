import { type ByteText, type Phrase, WORD_BYTES } from './byte-text.server.ts'
import type { CellColumn } from './cell-column.server.ts'

const COMMA = 0x2c
/** Below this a loop is faster than a call into the runtime. */
const SHORT = 64

/** What stands around the cells of a row, each of its brackets one byte. */
interface RowForm {
  /** Before each cell; the first begins with the row's bracket. */
  readonly heads: readonly Phrase[]
  readonly brackets: { readonly open: number; readonly close: number }
}

/**
 * Adds rows, joined by commas, from the cells of their columns. Column by column, because the loop over the rows of one
 * column is twice as fast as that over the columns of one row. Words of four bytes may reach three bytes beyond what
 * they are for: into the cells to the right, which are written later, or into the brackets between two rows, which are
 * written at last.
 */
export function joinRows(text: ByteText, columns: readonly CellColumn[], rows: number, { heads, brackets }: RowForm) {
  const starts = rowStarts(columns, rows, heads)
  const size = starts[rows] ?? 0
  text.room(size + WORD_BYTES)
  const { view, length } = text
  const at = starts.slice(0, rows)
  for (const [i, column] of columns.entries()) {
    const head = heads[i]
    if (head) putColumn(view, at, length, head, column)
  }
  for (let row = 0; row < rows; row += 1) {
    const end = length + (starts[row + 1] ?? 0) - 1
    view.setUint8(end - 1, brackets.close)
    view.setUint8(end, COMMA)
    view.setUint8(end + 1, brackets.open)
  }
  // No comma after the last row.
  text.length = length + size - 1
}

/** Adds the cells of one column, joined by commas. */
export function joinCells(text: ByteText, column: CellColumn, rows: number) {
  text.room(column.text.length + rows + WORD_BYTES)
  column.text.room(WORD_BYTES)
  const { view } = text
  const { ends } = column
  const cells = column.text.view
  let at = text.length
  let from = 0
  for (let row = 0; row < rows; row += 1) {
    const to = ends[row] as number
    putCell(view, at, cells, from, to)
    at += to - from
    view.setUint8(at, COMMA)
    at += 1
    from = to
  }
  // No comma after the last cell.
  text.length = at - 1
}

/** Where each row begins, and where one more would. */
function rowStarts(columns: readonly CellColumn[], rows: number, heads: readonly Phrase[]): Uint32Array {
  const around = heads.reduce((sum, head) => sum + head.size, 2)
  const starts = new Uint32Array(rows + 1)
  for (let row = 1; row <= rows; row += 1) starts[row] = row * around
  for (const { ends } of columns) {
    for (let row = 0; row < rows; row += 1) starts[row + 1] = (starts[row + 1] as number) + (ends[row] as number)
  }
  return starts
}

/** Writes the cells of a column to where their rows stand, and moves these. */
function putColumn(view: DataView, at: Uint32Array, base: number, head: Phrase, { text, ends }: CellColumn) {
  text.room(WORD_BYTES)
  const { words, size } = head
  const [first = 0] = words
  const cells = text.view
  let from = 0
  for (let row = 0; row < at.length; row += 1) {
    const to = ends[row] as number
    let place = base + (at[row] as number)
    view.setInt32(place, first, true)
    for (let i = 1; i < words.length; i += 1) view.setInt32(place + i * WORD_BYTES, words[i] as number, true)
    place += size
    putCell(view, place, cells, from, to)
    at[row] = place + to - from - base
    from = to
  }
}

function putCell(view: DataView, at: number, cells: DataView, from: number, to: number) {
  const size = to - from
  if (size > SHORT) bytesOf(view, at, size).set(bytesOf(cells, from, size))
  else for (let i = 0; i < size; i += WORD_BYTES) view.setInt32(at + i, cells.getInt32(from + i, true), true)
}

const bytesOf = (view: DataView, from: number, size: number) =>
  new Uint8Array(view.buffer, view.byteOffset + from, size)
