import type { Frame, TableDrawing } from '../../charts/chart.ts'
import { isNumeric, isTemporal } from '../../charts/parts/frame.ts'
import { exactNumber } from '../../charts/parts/number-format.ts'
import { timeInTable } from '../../charts/parts/time-format.ts'

const writeTime = timeInTable(null)

/** Any answer as a plain table: what "View as table" and the results of Explore show. */
export function frameTable(frame: Frame, withSearch = false): TableDrawing {
  return {
    rowCount: frame.rowCount,
    totals: null,
    pageLength: null,
    serverPage: null,
    hasSearch: withSearch,
    columns: frame.names.map((name, index) => {
      const cells = frame.columns[index] ?? []
      const write = writerOf(isNumeric(frame, index), isTemporal(frame, index))
      return {
        name,
        label: name,
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
  if (isNumber) return exactNumber
  return (cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
}
