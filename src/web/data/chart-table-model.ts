import type { TableDrawing } from '../../charts/chart.ts'

export interface ChartTableSort {
  readonly column: number
  readonly isDescending: boolean
}

/** The rows to show, as indexes: those that hold the search text, in the chosen order. */
export function tableRows(table: TableDrawing, search: string, sort: ChartTableSort | null): readonly number[] {
  const all = Array.from({ length: table.rowCount }, (_, row) => row)
  const needle = search.trim().toLowerCase()
  const found = needle === '' ? all : all.filter((row) => holds(table, row, needle))
  const column = sort && table.columns[sort.column]
  if (!sort || !column) return found
  const sign = sort.isDescending ? -1 : 1
  return found.toSorted((a, b) => compareCells(column.raw(a), column.raw(b), sign))
}

/** First descending for numbers, ascending for text; a third click gives the order of the answer back. */
export function nextTableSort(table: TableDrawing, sort: ChartTableSort | null, column: number): ChartTableSort | null {
  const isNumber = table.columns[column]?.align === 'right'
  if (sort?.column !== column) return { column, isDescending: isNumber }
  return sort.isDescending === isNumber ? { column, isDescending: !isNumber } : null
}

/** The shown rows as text for spreadsheets: tabs between cells. */
export function tableText(table: TableDrawing, rows: readonly number[]): string {
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
  const head = table.columns.map((column) => clean(column.label)).join('\t')
  const body = rows.map((row) =>
    table.columns.map((column) => clean(plain(column.raw(row), column.text(row)))).join('\t'),
  )
  return [head, ...body].join('\n')
}

const plain = (raw: unknown, text: string | null) =>
  typeof raw === 'number' && text !== null && /^\d{4}-/.test(text) ? text : raw == null ? '' : String(raw)

function holds(table: TableDrawing, row: number, needle: string): boolean {
  return table.columns.some((column) => column.text(row)?.toLowerCase().includes(needle))
}

function compareCells(a: unknown, b: unknown, sign: number): number {
  if (a == null || b == null) return a == null && b == null ? 0 : a == null ? 1 : -1
  const [left, right] = [Number(a), Number(b)]
  if (a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right)) return sign * (left - right)
  return sign * String(a).localeCompare(String(b))
}
