import type { Frame, TableDrawing } from '../../charts/chart.ts'
import { isNumeric, isTemporal } from '../../charts/parts/frame.ts'
import { storedNumber } from '../../charts/parts/number-format.ts'
import { timeInTable } from '../../charts/parts/time-format.ts'

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
      const write = writerOf(isNumeric(frame, index), isTemporal(frame, index) ? cells : null)
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

function writerOf(isNumber: boolean, times: readonly unknown[] | null): (cell: unknown) => string {
  if (times !== null) {
    const writeTime = timeInTable(null, times)
    return (cell) => (typeof cell === 'number' ? writeTime(cell) : String(cell))
  }
  if (isNumber) return storedNumber
  return (cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
}
