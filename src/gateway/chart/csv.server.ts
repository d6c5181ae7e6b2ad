import { csvHeader, csvLines } from '../csv.server.ts'
import { fromColumns } from './columns-json.server.ts'

const BOM = '\ufeff'

/** Rows as CSV with a byte-order mark, for spreadsheets; `body` holds columns as JSON. */
export function chartCsv(headers: readonly string[], body: Uint8Array): string {
  return BOM + csvHeader(headers) + csvLines(fromColumns(body))
}
