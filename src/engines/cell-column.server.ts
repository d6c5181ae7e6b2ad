import { ByteText } from './byte-text.server.ts'

/** The cells of one column for some rows, as JSON one after the other, and where each ends. */
export class CellColumn {
  readonly text = new ByteText()
  ends = new Uint32Array(0)

  /** Forgets the cells held and makes place for those of so many rows. */
  reset(rows: number) {
    this.text.length = 0
    if (this.ends.length < rows) this.ends = new Uint32Array(rows)
  }
  /** Ends the cell of a row. */
  end(row: number) {
    this.ends[row] = this.text.length
  }
}
