import { ByteText } from '../engines/byte-text.server.ts'
import { endOfCell } from './row-bytes.server.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const CLOSE = 0x5d
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const NEWLINE = 0x0a
const NULL_FIRST = 0x6e
/** What a spreadsheet would take for a formula, also after blanks. */
const FORMULA = /^(?:""|\s*)[-@+|=%]/
const NEGATIVE_NUMBER = /^-[0-9.]+$/
const NEEDS_QUOTES = /[",\r\n]/

/** First line of an export. Cells are escaped against formulas (vectors: sqllab export-csv). */
export const csvHeader = (names: readonly string[]) => `${names.map((name) => csvText(name)).join(',')}\n`

/** `[1,"x"],[2,"y"]` as CSV lines; numbers keep all of their digits. */
export function csvLines(rows: Uint8Array): Buffer {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const out = new ByteText(bytes.length)
  // Each row begins with a bracket and ends with one, and a comma is between two.
  for (let at = 0; at < bytes.length; at += 2) {
    at += 1
    while (at < bytes.length && bytes[at] !== CLOSE) {
      at = csvCell(bytes, at, out)
      const isLast = bytes[at] === CLOSE
      out.byte(isLast ? NEWLINE : COMMA)
      if (!isLast) at += 1
    }
  }
  return out.take()
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
