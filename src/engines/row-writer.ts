import type { ResultColumn } from './driver.ts'
import type { Shape } from './worker-protocol.ts'

/** Turns blocks of cells, already JSON, into the bytes of one shape. */
export interface RowWriter {
  /** Takes the JSON of the cells, column by column. */
  add(cells: readonly (readonly string[])[], rows: number): void
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
    add(cells, rows) {
      for (let row = 0; row < rows; row++) {
        text += text === '' ? open : `,${open}`
        for (let column = 0; column < heads.length; column++) text += `${heads[column]}${cells[column]?.[row]}`
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
    add(cells, rows) {
      for (let column = 0; column < count && rows > 0; column++) {
        const text = cells[column]?.slice(0, rows).join(',') ?? ''
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
