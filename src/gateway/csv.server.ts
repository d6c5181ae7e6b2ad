import { eachCell } from './row-bytes.server.ts'

const QUOTE = 0x22
const NULL_FIRST = 0x6e
/** What a spreadsheet would take for a formula, also after blanks. */
const FORMULA = /^(?:""|\s*)[-@+|=%]/
const NEGATIVE_NUMBER = /^-[0-9.]+$/
const NEEDS_QUOTES = /[",\r\n]/

/** First line of an export. Cells are escaped against formulas (vectors: sqllab export-csv). */
export const csvHeader = (names: readonly string[]) => `${names.map((name) => csvText(name)).join(',')}\n`

/** `[1,"x"],[2,"y"]` as CSV lines; numbers keep all of their digits. */
export function csvLines(rows: Uint8Array): string {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const lines: string[] = []
  let line = ''
  let lastRow = -1
  eachCell(bytes, (row, column, from, to) => {
    if (row !== lastRow && lastRow >= 0) lines.push(line)
    lastRow = row
    const cell = csvCell(bytes, from, to)
    line = column === 0 ? cell : `${line},${cell}`
  })
  if (lastRow >= 0) lines.push(line)
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function csvCell(bytes: Buffer, from: number, to: number): string {
  const first = bytes[from]
  if (first === NULL_FIRST) return ''
  const text = bytes.toString('utf8', from, to)
  return first === QUOTE ? csvText(JSON.parse(text) as string) : text
}

/** One text as a CSV field: quoted where needed, made harmless where a spreadsheet would take it for a formula. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text.replaceAll('|', '\\\\|')}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
