import type { ResultColumn } from './driver.ts'
import type { Shape } from './worker-protocol.ts'

/** Turns blocks of cells, already JSON, into the bytes of one shape. */
export interface RowWriter {
  /** `cell(column, row)` is the JSON of one cell. */
  add(rows: number, cell: (column: number, row: number) => string): void
  /** The text held so far, for `records` and `rows`; empties the writer. */
  take(): string
  readonly length: number
  /** The pieces of a `columns` body. */
  finish(): Iterable<string>
}

/** A writer for one result. Rows are joined by commas, without the outer brackets. */
export function rowWriter(shape: Shape, columns: readonly ResultColumn[]): RowWriter {
  return shape === 'columns' ? columnsWriter(columns.length) : tuplesWriter(shape, columns)
}

function tuplesWriter(shape: 'records' | 'rows', columns: readonly ResultColumn[]): RowWriter {
  const isRecords = shape === 'records'
  const heads = columns.map((column, i) => (i > 0 ? ',' : '') + (isRecords ? `${JSON.stringify(column.name)}:` : ''))
  const [open, close] = isRecords ? ['{', '}'] : ['[', ']']
  let text = ''
  return {
    add(rows, cell) {
      for (let row = 0; row < rows; row++) {
        text += text === '' ? open : `,${open}`
        for (let column = 0; column < heads.length; column++) text += heads[column] + cell(column, row)
        text += close
      }
    },
    take() {
      const taken = text
      text = ''
      return taken
    },
    get length() {
      return text.length
    },
    finish: () => [],
  }
}

function columnsWriter(count: number): RowWriter {
  const parts: string[][] = Array.from({ length: count }, () => [])
  let length = 0
  return {
    add(rows, cell) {
      for (let column = 0; column < count; column++) {
        let text = ''
        for (let row = 0; row < rows; row++) text += row === 0 ? cell(column, row) : `,${cell(column, row)}`
        parts[column]?.push(text)
        length += text.length
      }
    },
    take: () => '',
    get length() {
      return length
    },
    *finish() {
      for (let column = 0; column < count; column++) yield `${column > 0 ? ',' : ''}[${parts[column]?.join(',') ?? ''}]`
    },
  }
}
