import type { PivotDrawing, PivotHead, TableDrawing } from '../../charts/chart.ts'
import { type Grid, gridSvg } from './grid-svg.ts'
import type { Pen, Size } from './svg.ts'

const NOTHING = '–'

/** A table chart. */
export function tableSvg(pen: Pen, table: TableDrawing, size: Size): string {
  const { columns, rowCount, serverPage } = table
  const grid: Grid = {
    columns,
    heads: [columns.map(({ label }) => label)],
    rowCount,
    allRows: serverPage ? serverPage.rowCount : rowCount,
    totals: table.totals,
    cell: (row, at) => {
      const column = columns[at]
      const text = column?.text(row) ?? null
      return {
        text: text ?? NOTHING,
        isFaint: text === null,
        bar: column?.bar?.(row) ?? null,
        paint: column?.paint?.(row) ?? null,
        spark: column?.spark?.(row) ?? null,
      }
    },
  }
  return gridSvg(pen, grid, size)
}

/** A pivot table: heads at the left as columns of their own, repeated heads written once. */
export function pivotSvg(pen: Pen, pivot: PivotDrawing, size: Size): string {
  const left = pivot.rowLabels.length
  const lines = Math.max(1, pivot.columnLabels.length)
  const headsOf = (line: number) => [
    ...pivot.rowLabels.map((label) => (line === lines - 1 ? label : '')),
    ...pivot.columns.map((column) => labelOf(column, line)),
  ]
  const isTotal = (row: number, at: number) =>
    pivot.rows[row]?.kind !== 'cells' || pivot.columns[at - left]?.kind !== 'cells'
  const grid: Grid = {
    columns: [
      ...pivot.rowLabels.map(() => ({ align: 'left' }) as const),
      ...pivot.columns.map(() => ({ align: 'right' }) as const),
    ],
    heads: Array.from({ length: lines }, (_, line) => headsOf(line)),
    rowCount: pivot.rows.length,
    allRows: pivot.rows.length,
    totals: null,
    cell: (row, at) => {
      if (at < left) return { text: rowLabel(pivot.rows, row, at), isBold: pivot.rows[row]?.kind !== 'cells' }
      const text = pivot.text(row, at - left)
      const paint = pivot.paint(row, at - left)
      return { text: text ?? NOTHING, isFaint: text === null, isBold: isTotal(row, at), paint }
    },
  }
  return gridSvg(pen, grid, size)
}

/** A head with fewer labels than lines stands in the lowest. */
const labelOf = ({ labels }: PivotHead, line: number) => labels[line] ?? ''

function rowLabel(rows: readonly PivotHead[], row: number, at: number): string {
  const labels = rows[row]?.labels ?? []
  const before = rows[row - 1]?.labels
  const isRepeated = before !== undefined && labels.slice(0, at + 1).every((label, i) => label === before[i])
  return isRepeated && at < labels.length - 1 ? '' : (labels[at] ?? '')
}
