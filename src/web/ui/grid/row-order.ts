import { type Cell, type ColumnKind, type GridColumn, type Row, rawText } from './cell.ts'
import { compare, toExact } from './exact-number.ts'

export interface SortBy {
  readonly column: number
  readonly direction: 'ascending' | 'descending'
}

/** Row numbers in the order to show: those that hold the text, sorted; null when that is every row as it came. */
export function rowOrder(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  sort: SortBy | null,
  filterText: string,
): readonly number[] | null {
  const needle = filterText.trim().toLowerCase()
  if (sort === null && needle === '') return null
  const kept = rows.flatMap((row, index) => (needle === '' || holds(row, needle) ? [index] : []))
  if (sort === null) return kept
  const kind = columns[sort.column]?.kind ?? 'text'
  const sign = sort.direction === 'ascending' ? 1 : -1
  const cell = (index: number) => rows[index]?.[sort.column] ?? null
  return kept.sort((a, b) => nullsLast(cell(a), cell(b)) ?? sign * compareCells(cell(a), cell(b), kind))
}

/** ascending, descending, as it came */
export function nextSort(sort: SortBy | null, column: number): SortBy | null {
  if (sort === null || sort.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

const holds = (row: Row, needle: string): boolean => row.some((cell) => rawText(cell).toLowerCase().includes(needle))

function nullsLast(a: Cell, b: Cell): number | null {
  if (a !== null && b !== null) return null
  return Number(a === null) - Number(b === null)
}

function compareCells(a: Cell, b: Cell, kind: ColumnKind): number {
  if (kind === 'number') return compareNumbers(a, b)
  const [left, right] = [rawText(a), rawText(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Digits exactly; what is no number (NaN, infinite) comes after the numbers. */
function compareNumbers(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [toExact(a), toExact(b)]
  if (left !== null && right !== null) return compare(left, right)
  return Number(left === null) - Number(right === null)
}
