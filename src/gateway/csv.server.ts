import { ByteText } from '../engines/byte-text.server.ts'
import { endOfCell } from './row-bytes.server.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const CLOSE = 0x5d
const NEWLINE = 0x0a
const NULL_FIRST = 0x6e
const TRUE_FIRST = 0x74
const FALSE_FIRST = 0x66
/** From a small letter to its capital. */
const TO_CAPITAL = 0x20
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
  const isTime = Uint8Array.from({ length: Math.max(0, ...times) + 1 }, (_, column) => Number(times.has(column)))
  // Fields are as long as their cells or shorter, except texts that make room for themselves.
  const out = new ByteText(bytes.length)
  let start = 0
  let column = 0
  for (let at = 1; at < bytes.length; at += 1) {
    at = csvCell(bytes, at, out)
    if (isTime[column] === 1) withoutTimeMark(out.bytes, start)
    column += 1
    if (bytes[at] === CLOSE) {
      if (column === 1 && out.length === start) out.text('""')
      out.bytes[out.length] = NEWLINE
      column = 0
      // A comma and a bracket are between two rows.
      at += 2
    } else out.bytes[out.length] = COMMA
    out.length += 1
    start = out.length
  }
  return out.take()
}

function withoutTimeMark(field: Uint8Array, start: number): void {
  const isMarked = field[start + 4] === DASH && field[start + 7] === DASH && field[start + 10] === TIME_MARK
  if (isMarked) field[start + 10] = BLANK
}

/** Writes the cell that begins at `from` and gives the place after it. */
function csvCell(bytes: Buffer, from: number, out: ByteText): number {
  const first = bytes[from] ?? 0
  if (IN_WORD[first] === 1) return wordCell(bytes, from, out, first)
  return first === QUOTE ? textCell(bytes, from, out) : listCell(bytes, from, out)
}

/** A number as it is, `true` and `false` with a capital, nothing for `null`. */
function wordCell(bytes: Buffer, from: number, out: ByteText, first: number): number {
  const to = copyWhile(IN_WORD, bytes, from, out)
  if (first === NULL_FIRST) return to
  if (first === TRUE_FIRST || first === FALSE_FIRST) out.bytes[out.length] = first - TO_CAPITAL
  out.length += to - from
  return to
}

/** Most texts hold nothing that means something to a spreadsheet, so that their bytes are the field. */
function textCell(bytes: Buffer, from: number, out: ByteText): number {
  const next = bytes[from + 1] ?? 0
  if (next === QUOTE) return from + 2
  const to = STARTS_PLAIN[next] === 1 ? copyWhile(PLAIN, bytes, from + 1, out) : from + 1
  if (bytes[to] === QUOTE) {
    out.length += to - from - 1
    return to + 1
  }
  const end = endOfCell(bytes, from)
  out.text(csvText(JSON.parse(bytes.toString('utf8', from, end)) as string))
  out.room(bytes.length - end)
  return end
}

function listCell(bytes: Buffer, from: number, out: ByteText): number {
  const end = endOfCell(bytes, from)
  out.put(bytes, from, end)
  return end
}

/** Copies bytes of a kind to where the text ends, which stays where it is, and gives the place after them. */
function copyWhile(kind: Uint8Array, bytes: Buffer, from: number, { bytes: field, length }: ByteText): number {
  const shift = length - from
  let at = from
  for (let byte = bytes[at] ?? 0; kind[byte] === 1; byte = bytes[at] ?? 0) {
    field[at + shift] = byte
    at += 1
  }
  return at
}

const tableOf = (has: (byte: number) => boolean) => Uint8Array.from({ length: 256 }, (_, byte) => Number(has(byte)))
const isOneOf = (characters: string, byte: number) => characters.includes(String.fromCharCode(byte))
/** Bytes of numbers, `true`, `false` and `null`. */
const IN_WORD = tableOf((byte) => isOneOf('+-.0123456789E', byte) || (byte >= 0x61 && byte <= 0x7a))
/** Bytes of texts that stand for themselves in both forms. */
const PLAIN = tableOf((byte) => byte >= 0x20 && !isOneOf('",\\', byte))
/** Blanks that are not ASCII begin with one of these. */
const BLANK_LEADS = [0xc2, 0xe1, 0xe2, 0xe3, 0xef]
const STARTS_PLAIN = PLAIN.map((isPlain, byte) =>
  Number(isPlain === 1 && byte > 0x20 && !isOneOf('-@+|=%', byte) && !BLANK_LEADS.includes(byte)),
)

/** One text as a CSV field: quoted where needed, made harmless where a spreadsheet would take it for a formula. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text.replaceAll('|', '\\\\|')}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
