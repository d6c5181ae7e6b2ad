import type { ByteText } from '../byte-text.server.ts'
import type { CellStyle } from '../driver.ts'
import { cellWriter } from './cells.ts'

/** Writes one cell, given as the bytes of the server's text, as JSON. */
export type ByteCell = (source: Buffer, from: number, to: number, out: ByteText) => void

const TRUE = 0x74
const SPACE = 0x20
const POINT = 0x2e
const DASH = 0x2d
const PLUS = 0x2b
const NINE = 0x39
const ZERO = 0x30
const LETTER_T = 0x54
const QUOTE = 0x22
const MAX_SAFE_DIGITS = 15
const CLOCK_END = 19
const FRACTION_DIGITS = 6
/** Types whose text is written otherwise, as the texts of `cellWriter`. */
const BY_TEXT = new Set(['bytea', 'time without time zone', 'interval'])

/** The writer for a column of a type; gives the bytes of `cellWriter`, without a text between where the text is as usual. */
export function byteCell(type: string, style: CellStyle): ByteCell {
  const asText = byText(type, style)
  const isEditor = style === 'editor'
  switch (type) {
    case 'boolean':
      return (source, from, _to, out) => out.ascii(source[from] === TRUE ? 'true' : 'false')
    case 'smallint':
    case 'integer':
    case 'oid':
      return plain
    case 'bigint':
      return isEditor ? whole(asText) : plain
    case 'numeric':
    case 'real':
    case 'double precision':
      return number
    case 'date':
      return isEditor ? startingWithDigit(quoted, asText) : asText
    case 'timestamp without time zone':
      return isEditor ? timestamp('', asText) : asText
    case 'timestamp with time zone':
      return isEditor ? timestamp('+00', asText) : asText
    default:
      return BY_TEXT.has(type) ? asText : (source, from, to, out) => out.json(source, from, to)
  }
}

function byText(type: string, style: CellStyle): ByteCell {
  const write = cellWriter(type, style)
  return (source, from, to, out) => out.text(write(source.toString('utf8', from, to)))
}

const plain: ByteCell = (source, from, to, out) => out.put(source, from, to)

const whole =
  (asText: ByteCell): ByteCell =>
  (source, from, to, out) =>
    to - from <= MAX_SAFE_DIGITS ? out.put(source, from, to) : asText(source, from, to, out)

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE

/** `NaN`, `Infinity` and `-Infinity` are the only numbers that do not begin with a digit. */
const number: ByteCell = (source, from, to, out) =>
  isDigit(source[from]) || (source[from] === DASH && isDigit(source[from + 1]))
    ? out.put(source, from, to)
    : out.ascii('null')

const quoted: ByteCell = (source, from, to, out) => {
  out.byte(QUOTE)
  out.put(source, from, to)
  out.byte(QUOTE)
}

const startingWithDigit =
  (usual: ByteCell, other: ByteCell): ByteCell =>
  (source, from, to, out) =>
    isDigit(source[from]) ? usual(source, from, to, out) : other(source, from, to, out)

/** `2024-02-29 12:34:56.5` as `"2024-02-29T12:34:56.500000"`; a zone other than the usual one goes by its text. */
function timestamp(zone: '' | '+00', asText: ByteCell): ByteCell {
  return (source, from, to, out) => {
    const end = to - zone.length
    const fraction = end - from - CLOCK_END
    const isUsual = zone === '' || isUsualZone(source, end)
    if (!isUsual || !isUsualTime(source, from, end, fraction)) return asText(source, from, to, out)
    out.room(CLOCK_END + FRACTION_DIGITS + 9)
    const start = out.length + 1
    out.byte(QUOTE)
    out.put(source, from, end)
    out.bytes[start + 10] = LETTER_T
    for (let digits = fraction - 1; fraction > 0 && digits < FRACTION_DIGITS; digits += 1) out.byte(ZERO)
    out.ascii(zone === '' ? '"' : '+00:00"')
  }
}

/** `+00` */
const isUsualZone = (source: Buffer, at: number) =>
  source[at] === PLUS && source[at + 1] === ZERO && source[at + 2] === ZERO

/** A time of the years 1 to 9999, up to its zone. */
function isUsualTime(source: Buffer, from: number, end: number, fraction: number): boolean {
  return (
    source[from + 10] === SPACE &&
    source[from + 4] === DASH &&
    (fraction === 0 || (fraction > 1 && fraction <= FRACTION_DIGITS + 1 && source[from + CLOCK_END] === POINT)) &&
    isDigit(source[end - 1])
  )
}
