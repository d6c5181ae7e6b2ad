import { type DuckDBType, DuckDBTypeId, type DuckDBValue, type DuckDBVector } from '@duckdb/node-api'
import type { ByteText } from '../byte-text.server.ts'
import type { CellStyle } from '../driver.ts'
import { isoTimestamp } from '../iso-time.ts'
import { cellWriter } from './cells.server.ts'
import { type RawColumn, rawColumn } from './raw-column.server.ts'

/** Writes the cell of a row as JSON. */
type RowWriter = (row: number, out: ByteText) => void
/** Gives what writes the cells of a vector. */
export type ColumnWriter = (vector: DuckDBVector) => RowWriter

type RawWriter = (raw: RawColumn, row: number, out: ByteText) => void

const T = DuckDBTypeId
const SMALL_WHOLE = new Set([T.TINYINT, T.SMALLINT, T.INTEGER, T.UTINYINT, T.USMALLINT, T.UINTEGER])
const TWO_32 = 4_294_967_296
/** High halves between which a 64-bit integer is exact as a number. */
const SAFE_HIGH = 2 ** 21
/** Hundredths up to here are exact, and written in one step. */
const MAX_HUNDREDTHS = 2 ** 31
const POINT = 0x2e
const ZERO = 0x30
const DASH = 0x2d

/** The fastest exact writer for a column: from the engine's own memory where its layout is plain, else cell by cell. */
export function columnWriter(type: DuckDBType, style: CellStyle): ColumnWriter {
  const byCell = cellWriter(type, style)
  const slow: ColumnWriter = (vector) => (row, out) => {
    const value: DuckDBValue = vector.getItem(row)
    out.text(value === null || value === undefined ? 'null' : byCell(value))
  }
  const fast = rawWriter(type.typeId, style)
  if (!fast) return slow
  return (vector) => {
    const raw = rawColumn(vector, type.typeId, (row) => byCell(vector.getItem(row)))
    if (!raw) return slow(vector)
    const { valid } = raw
    if (valid === null) return (row, out) => fast(raw, row, out)
    return (row, out) => {
      const isNull = ((valid[row >> 3] as number) & (1 << (row & 7))) === 0
      if (isNull) out.ascii('null')
      else fast(raw, row, out)
    }
  }
}

function rawWriter(id: DuckDBTypeId, style: CellStyle): RawWriter | null {
  const isChart = style === 'chart'
  if (SMALL_WHOLE.has(id)) return smallWhole
  if (id === T.FLOAT || id === T.DOUBLE) return isChart ? chartFloat : editorFloat
  if (id === T.BIGINT) return isChart ? chartBig : editorBig
  if (id === T.TIMESTAMP) return isChart ? chartTimestamp : editorTimestamp
  return PLAIN.get(id) ?? null
}

const smallWhole: RawWriter = (raw, row, out) => out.integer(raw.numbers[row] as number)

const PLAIN: ReadonlyMap<DuckDBTypeId, RawWriter> = new Map<DuckDBTypeId, RawWriter>([
  [T.BOOLEAN, (raw, row, out) => out.ascii(raw.numbers[row] === 0 ? 'false' : 'true')],
  [T.VARCHAR, (raw, row, out) => raw.text(row, out)],
])

/** Most numbers have two decimals or none: fifteen digits mean one float only, so that these are its shortest text. */
function chartFloat(raw: RawColumn, row: number, out: ByteText) {
  const value = raw.numbers[row] as number
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
  return value === 0 && Object.is(value, -0) ? '-0.0' : String(value)
}

/** The editor shows a whole float as one: `1.0`. */
function editorFloat(raw: RawColumn, row: number, out: ByteText) {
  const value = raw.numbers[row] as number
  if (!Number.isInteger(value)) return chartFloat(raw, row, out)
  const text = floatText(value)
  out.ascii(/[.e]/.test(text) ? text : `${text}.0`)
}

/** The integer as a number when that is exact. */
function safeInteger(raw: RawColumn, row: number): number | null {
  const high = raw.halves[row * 2 + 1] as number
  if (high >= SAFE_HIGH || high < -SAFE_HIGH) return null
  return high * TWO_32 + ((raw.halves[row * 2] as number) >>> 0)
}

function bigInteger(raw: RawColumn, row: number): bigint {
  const high = BigInt(raw.halves[row * 2 + 1] as number)
  return (high << 32n) | BigInt((raw.halves[row * 2] as number) >>> 0)
}

function chartBig(raw: RawColumn, row: number, out: ByteText) {
  const value = safeInteger(raw, row)
  if (value === null) out.ascii(String(bigInteger(raw, row)))
  else out.integer(value)
}

function editorBig(raw: RawColumn, row: number, out: ByteText) {
  const value = safeInteger(raw, row)
  if (value === null || !Number.isSafeInteger(value)) out.ascii(`"${bigInteger(raw, row)}"`)
  else out.integer(value)
}

function chartTimestamp(raw: RawColumn, row: number, out: ByteText) {
  const micros = safeInteger(raw, row)
  if (micros !== null && micros % 1000 === 0) out.integer(micros / 1000)
  else out.ascii(raw.cell(row))
}

function editorTimestamp(raw: RawColumn, row: number, out: ByteText) {
  const micros = safeInteger(raw, row)
  const text = micros === null ? null : isoTimestamp(micros)
  out.text(text === null ? raw.cell(row) : `"${text}"`)
}
