import { ByteText } from '../engines/byte-text.server.ts'
import { endOfCell } from './row-bytes.server.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const CLOSE = 0x5d
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const NEWLINE = 0x0a
const NULL_FIRST = 0x6e
const TRUE_FIRST = 0x74
const FALSE_FIRST = 0x66
const DASH = 0x2d
const BLANK = 0x20
/** Between the day and the time of `2024-02-29T10:20:30`. */
const TIME_MARK = 0x54
const NO_TIMES: ReadonlySet<number> = new Set()
/** What a spreadsheet would take for a formula, also after blanks. */
const FORMULA = /^(?:""|\s*)[-@+|=%]/
const NEGATIVE_NUMBER = /^-[0-9.]+$/
const NEEDS_QUOTES = /[",\r\n]/

/** First line of an export. Cells are escaped against formulas (vectors: sqllab export-csv). */
export const csvHeader = (names: readonly string[]) => `${names.map((name) => csvText(name)).join(',')}\n`

/**
 * `[1,"x"],[2,"y"]` as CSV lines: numbers with all of their digits, True and False, and times in the columns of `times`
 * as `2024-02-29 10:20:30`. A row of one empty cell is `""`, since readers skip empty lines (vectors: sqllab export-csv).
 */
export function csvLines(rows: Uint8Array, times: ReadonlySet<number> = NO_TIMES): Buffer {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const out = new ByteText(bytes.length)
  // Each row begins with a bracket and ends with one, and a comma is between two.
  for (let at = 0; at < bytes.length; at += 2) {
    at = csvLine(bytes, at + 1, out, times)
  }
  return out.take()
}

/** Writes the row whose first cell begins at `from` and gives the place of its bracket. */
function csvLine(bytes: Buffer, from: number, out: ByteText, times: ReadonlySet<number>): number {
  let at = from
  for (let column = 0; at < bytes.length && bytes[at] !== CLOSE; column += 1) {
    const start = out.length
    at = csvCell(bytes, at, out)
    if (times.has(column)) withoutTimeMark(out.bytes, start)
    const isLast = bytes[at] === CLOSE
    if (isLast && column === 0 && out.length === start) out.text('""')
    out.byte(isLast ? NEWLINE : COMMA)
    if (!isLast) at += 1
  }
  return at
}

function withoutTimeMark(field: Uint8Array, start: number): void {
  const isMarked = field[start + 4] === DASH && field[start + 7] === DASH && field[start + 10] === TIME_MARK
  if (isMarked) field[start + 10] = BLANK
}

/** Writes the cell that begins at `from` and gives the place after it. */
function csvCell(bytes: Buffer, from: number, out: ByteText): number {
  const first = bytes[from] ?? 0
  if (first === QUOTE) return textCell(bytes, from, out)
  if (first === OPEN_LIST || first === OPEN_OBJECT) {
    const end = endOfCell(bytes, from)
    out.put(bytes, from, end)
    return end
  }
  if (first === TRUE_FIRST || first === FALSE_FIRST) {
    const word = first === TRUE_FIRST ? 'True' : 'False'
    out.text(word)
    return from + word.length
  }
  return plainCell(bytes, from, out, first !== NULL_FIRST)
}

/** A number or a word ends with the next mark. */
function plainCell(bytes: Buffer, from: number, out: ByteText, isWritten: boolean): number {
  let at = from
  let length = out.length
  out.room(bytes.length - from)
  const field = out.bytes
  for (let byte = bytes[at]; byte !== undefined && byte !== COMMA && byte !== CLOSE; byte = bytes[at]) {
    field[length] = byte
    length += 1
    at += 1
  }
  if (isWritten) out.length = length
  return at
}

/** Most texts hold nothing that means something to a spreadsheet, so that their bytes are the field. */
function textCell(bytes: Buffer, from: number, out: ByteText): number {
  const start = out.length
  let at = from + 1
  if (STARTS_PLAIN[bytes[at] ?? 0] === 1) {
    let length = start
    out.room(bytes.length - at)
    const field = out.bytes
    for (let byte = bytes[at] ?? 0; PLAIN[byte] === 1; byte = bytes[at] ?? 0) {
      field[length] = byte
      length += 1
      at += 1
    }
    out.length = length
  }
  if (bytes[at] === QUOTE) return at + 1
  out.length = start
  const end = endOfCell(bytes, from)
  out.text(csvText(JSON.parse(bytes.toString('utf8', from, end)) as string))
  return end
}

const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && !['"', ',', '\\'].includes(String.fromCharCode(byte))),
)
/** Blanks that are not ASCII begin with one of these. */
const BLANK_LEADS = [0xc2, 0xe1, 0xe2, 0xe3, 0xef]
const STARTS_PLAIN = PLAIN.map((isPlain, byte) =>
  Number(isPlain === 1 && byte > 0x20 && !'-@+|=%'.includes(String.fromCharCode(byte)) && !BLANK_LEADS.includes(byte)),
)

/** One text as a CSV field: quoted where needed, made harmless where a spreadsheet would take it for a formula. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text.replaceAll('|', '\\\\|')}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
