import type { Json } from './tool.ts'

/** Rows for an agent: what it reads costs it, so there are few, and long texts are cut. */
export interface Table {
  readonly columns: readonly { readonly name: string; readonly type?: string }[]
  readonly rows: readonly (readonly unknown[])[]
  readonly row_count: number
  /** True where the answer has more rows than are shown. */
  readonly is_cut: boolean
}

const MAX_CHARACTERS = 100_000
const MAX_CELL_CHARACTERS = 2_000

/** The first rows of an answer, as many as fit. */
export function tableOf(columns: Table['columns'], records: readonly Json[], maxRows: number): Table {
  const rows: unknown[][] = []
  let size = 0
  for (const record of records.slice(0, maxRows)) {
    const row = columns.map(({ name }) => shortened(record[name]))
    size += JSON.stringify(row).length
    if (size > MAX_CHARACTERS && rows.length > 0) break
    rows.push(row)
  }
  return { columns, rows, row_count: rows.length, is_cut: rows.length < records.length }
}

function shortened(cell: unknown): unknown {
  if (typeof cell === 'string')
    return cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS)}…` : cell
  if (typeof cell !== 'object' || cell === null) return cell ?? null
  const text = JSON.stringify(cell)
  return text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : cell
}
