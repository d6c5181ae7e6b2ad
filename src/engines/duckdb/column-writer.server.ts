import { type DuckDBType, DuckDBTypeId, type DuckDBValue, type DuckDBVector } from '@duckdb/node-api'
import { shortFloat } from '../../query/post-process/float-text.ts'
import type { ByteText } from '../byte-text.server.ts'
import type { CellColumn } from '../cell-column.server.ts'
import type { CellStyle } from '../driver.ts'
import { writeTimestamp } from '../timestamp-text.server.ts'
import { cellWriter } from './cells.server.ts'
import { hasUnnamed, nameFields } from './nested.server.ts'
import { type RawColumn, rawColumn } from './raw-column.server.ts'
import { writeTexts } from './text-writer.server.ts'

/** Writes the first cells of a vector as JSON. */
export type ColumnWriter = (vector: DuckDBVector, rows: number, out: CellColumn) => void

/** A column in the engine's memory, and what writes the cells of it that have another form there. */
interface RawCells extends RawColumn {
  readonly vector: DuckDBVector
  readonly rows: number
  readonly isChart: boolean
  cell(row: number): string
}
type RawWriter = (raw: RawCells, out: CellColumn) => void

const T = DuckDBTypeId
const TWO_32 = 4_294_967_296
/** High halves between which a 64-bit integer is exact as a number. */
const SAFE_HIGH = 2 ** 21
/** Hundredths up to here are exact, and written in one step. */
const MAX_HUNDREDTHS = 2 ** 31
const POINT = 0x2e
const ZERO = 0x30
const DASH = 0x2d

/**
 * The fastest exact writer for a column: from the engine's own memory where its layout is plain, else cell by cell.
 * One loop for each type, since a loop that meets one type only is what a compiler makes fast.
 */
export function columnWriter(type: DuckDBType, style: CellStyle): ColumnWriter {
  const byCell = cellWriter(type, style)
  const write = RAW.get(type.typeId)
  const isUnnamed = hasUnnamed(type)
  return (vector, rows, out) => {
    if (isUnnamed) nameFields(vector.type)
    const raw = write ? rawColumn(vector) : null
    const cell = (row: number) => {
      const value: DuckDBValue = vector.getItem(row)
      return value === null || value === undefined ? 'null' : byCell(value)
    }
    if (raw && write) return write({ ...raw, vector, rows, isChart: style === 'chart', cell }, out)
    for (let row = 0; row < rows; row += 1) {
      out.text.text(cell(row))
      out.end(row)
    }
  }
}

const isNull = (valid: Uint8Array | null, row: number) =>
  valid !== null && ((valid[row >> 3] as number) & (1 << (row & 7))) === 0

function wholes({ numbers, valid, rows }: RawCells, out: CellColumn) {
  const { text } = out
  for (let row = 0; row < rows; row += 1) {
    if (isNull(valid, row)) text.ascii('null')
    else text.integer(numbers[row] as number)
    out.end(row)
  }
}

function booleans({ view, valid, rows }: RawCells, out: CellColumn) {
  const { text } = out
  for (let row = 0; row < rows; row += 1) {
    text.ascii(isNull(valid, row) ? 'null' : view.getUint8(row) === 0 ? 'false' : 'true')
    out.end(row)
  }
}

/** The editor shows a whole float as one: `1.0`. */
function floats({ numbers, valid, rows, isChart }: RawCells, out: CellColumn) {
  const { text } = out
  for (let row = 0; row < rows; row += 1) {
    const value = numbers[row] as number
    if (isNull(valid, row)) text.ascii('null')
    else if (isChart || !Number.isInteger(value)) float(value, text)
    else text.ascii(wholeFloat(value))
    out.end(row)
  }
}

function wholeFloat(value: number): string {
  const text = floatText(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Most numbers have two decimals or none: fifteen digits mean one float only, so that these are its shortest text. */
function float(value: number, out: ByteText) {
  const hundredths = Math.round(value * 100)
  const size = Math.abs(hundredths)
  if (size === 0 || size >= MAX_HUNDREDTHS || hundredths / 100 !== value) return out.ascii(floatText(value))
  const whole = Math.trunc(size / 100)
  const rest = size - whole * 100
  if (value < 0) out.byte(DASH)
  out.integer(whole)
  if (rest === 0) return
  const tenths = Math.trunc(rest / 10)
  out.byte(POINT)
  out.byte(ZERO + tenths)
  if (rest > tenths * 10) out.byte(ZERO + rest - tenths * 10)
}

function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  return value === 0 && Object.is(value, -0) ? '-0.0' : shortFloat(value)
}

const isExact = (high: number) => high < SAFE_HIGH && high >= -SAFE_HIGH

function bigs({ halves, valid, rows, isChart }: RawCells, out: CellColumn) {
  const { text } = out
  for (let row = 0; row < rows; row += 1) {
    const low = halves[row * 2] as number
    const high = halves[row * 2 + 1] as number
    const value = high * TWO_32 + (low >>> 0)
    if (isNull(valid, row)) text.ascii('null')
    else if (isExact(high) && (isChart || Number.isSafeInteger(value))) text.integer(value)
    else text.ascii(isChart ? String(bigOf(low, high)) : `"${bigOf(low, high)}"`)
    out.end(row)
  }
}

const bigOf = (low: number, high: number) => (BigInt(high) << 32n) | BigInt(low >>> 0)

function timestamps({ halves, valid, rows, isChart, cell }: RawCells, out: CellColumn) {
  const { text } = out
  for (let row = 0; row < rows; row += 1) {
    const high = halves[row * 2 + 1] as number
    const micros = high * TWO_32 + ((halves[row * 2] as number) >>> 0)
    const millis = Math.round(micros / 1000)
    if (isNull(valid, row)) text.ascii('null')
    else if (!isExact(high) || (isChart && millis * 1000 !== micros)) text.ascii(cell(row))
    else if (isChart) text.integer(millis)
    else writeTimestamp(text, micros)
    out.end(row)
  }
}

const RAW: ReadonlyMap<DuckDBTypeId, RawWriter> = new Map<DuckDBTypeId, RawWriter>([
  ...[T.TINYINT, T.SMALLINT, T.INTEGER, T.UTINYINT, T.USMALLINT, T.UINTEGER].map((id) => [id, wholes] as const),
  [T.FLOAT, floats],
  [T.DOUBLE, floats],
  [T.BIGINT, bigs],
  [T.TIMESTAMP, timestamps],
  [T.BOOLEAN, booleans],
  [T.VARCHAR, writeTexts],
])
