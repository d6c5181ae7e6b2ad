import type { Frame, TableDrawing } from '../../charts/chart.ts'
import { isNumeric, isTemporal } from '../../charts/parts/frame.ts'
import { exactNumber, numberFormatter } from '../../charts/parts/number-format.ts'
import { timeInTable } from '../../charts/parts/time-format.ts'

const writeTime = timeInTable(null)
const writeRow = numberFormatter('row')

/** Any answer as a plain table: what "View as table" and the results of Explore show. */
export function frameTable(frame: Frame, titles: Readonly<Record<string, string>> = {}): TableDrawing {
  return {
    rowCount: frame.rowCount,
    totals: null,
    pageLength: null,
    serverPage: null,
    hasSearch: false,
    columns: frame.names.map((name, index) => {
      const cells = frame.columns[index] ?? []
      const write = writerOf(isNumeric(frame, index), isTemporal(frame, index))
      return {
        name,
        label: titles[name] || name,
        align: isNumeric(frame, index) ? 'right' : 'left',
        isDimension: false,
        text: (row: number) => (cells[row] == null ? null : write(cells[row])),
        raw: (row: number) => cells[row],
      }
    }),
  }
}

function writerOf(isNumber: boolean, isTime: boolean): (cell: unknown) => string {
  if (isTime) return (cell) => (typeof cell === 'number' ? writeTime(cell) : String(cell))
  if (isNumber) return (cell) => (typeof cell === 'number' ? writeRow(cell) : exactNumber(cell))
  return (cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
}
