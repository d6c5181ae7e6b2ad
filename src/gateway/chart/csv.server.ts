import { csvHeader, csvText } from '../csv.server.ts'
import type { SheetColumn } from './sheet-cells.server.ts'

const BOM = '\ufeff'

/** Rows as CSV with a byte-order mark, for spreadsheets. */
export function chartCsv(headers: readonly string[], columns: readonly SheetColumn[]): string {
  const lines: string[] = []
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1)
    lines.push(columns.map((cells) => csvText(cells[row] ?? '')).join(','))
  return `${BOM}${csvHeader(headers)}${lines.length === 0 ? '' : `${lines.join('\n')}\n`}`
}
