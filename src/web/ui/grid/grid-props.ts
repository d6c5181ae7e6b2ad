import type { GridColumn, Row } from './cell.ts'
import type { SortBy } from './row-order.ts'
import type { Selection } from './selection.ts'

export const ROW_PX = 24
export const HEADER_PX = 50

const DIGIT_PX = 7

/** Room for the largest row number with its separators. */
export const rowNumberPx = (rowCount: number): number =>
  Math.max(48, 18 + rowCount.toLocaleString('en').length * DIGIT_PX)

export interface GridTexts {
  /** Name of the whole grid for assistive technology. */
  readonly grid: string
  readonly null: string
  readonly distribution: string
  readonly resize: (column: string) => string
  readonly sort: (column: string) => string
  readonly selectAll: string
}

export interface ResultGridProps {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly rowAt: (index: number) => Row | null
  /** The number drawn before a row. */
  readonly rowNumber: (index: number) => number
  /** The rows in view, with a few around them, so that they can be fetched. */
  readonly onView: (first: number, end: number) => void
  readonly selection: Selection | null
  readonly onSelect: (selection: Selection | null) => void
  readonly onCopy: (withHeaders: boolean) => void
  /** Enter or a double press on a cell. */
  readonly onOpenCell?: ((row: number, column: number) => void) | undefined
  readonly sort: SortBy | null
  /** Absent where the rows cannot be sorted here. */
  readonly onSort?: ((column: number) => void) | undefined
  readonly widths: readonly number[]
  readonly onResize: (column: number, width: number) => void
  readonly texts: GridTexts
}

/** The id of a drawn cell, for the active descendant of the grid. */
export const cellId = (row: number, column: number): string => `grid-cell-${row}-${column}`
