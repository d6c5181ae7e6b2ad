import { type DuckDBType, DuckDBTypeId, type DuckDBValue, type DuckDBVector } from '@duckdb/node-api'
import type { CellStyle } from '../driver.ts'
import { isoTimestamp } from '../iso-time.ts'
import { cellWriter } from './cells.server.ts'
import { type RawColumn, rawColumn } from './raw-column.server.ts'

/** Writes the first rows of a column as JSON, one text each. */
export type ColumnWriter = (vector: DuckDBVector, rows: number) => string[]

type RawWriter = (raw: RawColumn, row: number) => string

const T = DuckDBTypeId
const SMALL_WHOLE = new Set([T.TINYINT, T.SMALLINT, T.INTEGER, T.UTINYINT, T.USMALLINT, T.UINTEGER])
const TWO_32 = 4_294_967_296
/** High halves between which a 64-bit integer is exact as a number. */
const SAFE_HIGH = 2 ** 21

/** The fastest exact writer for a column: from the engine's own memory where its layout is plain, else cell by cell. */
export function columnWriter(type: DuckDBType, style: CellStyle): ColumnWriter {
  const byCell = cellWriter(type, style)
  const slow: ColumnWriter = (vector, rows) => {
    const texts: string[] = []
    for (let row = 0; row < rows; row++) {
      const value: DuckDBValue = vector.getItem(row)
      texts.push(value === null || value === undefined ? 'null' : byCell(value))
    }
    return texts
  }
  const fast = rawWriter(type.typeId, style)
  if (!fast) return slow
  return (vector, rows) => {
    const raw = rawColumn(vector, type.typeId, (row) => byCell(vector.getItem(row)))
    if (!raw) return slow(vector, rows)
    const { valid } = raw
    const texts: string[] = []
    for (let row = 0; row < rows; row++) {
      const isNull = valid !== null && ((valid[row >> 3] as number) & (1 << (row & 7))) === 0
      texts.push(isNull ? 'null' : fast(raw, row))
    }
    return texts
  }
}

function rawWriter(id: DuckDBTypeId, style: CellStyle): RawWriter | null {
  if (SMALL_WHOLE.has(id)) return (raw, row) => String(raw.numbers[row])
  if (id === T.FLOAT || id === T.DOUBLE) return style === 'chart' ? floatText : editorFloatText
  if (id === T.BIGINT) return style === 'chart' ? bigText : editorBigText
  if (id === T.TIMESTAMP) return style === 'chart' ? chartTimestamp : editorTimestamp
  return id === T.VARCHAR ? (raw, row) => raw.text(row) : null
}

function floatText(raw: RawColumn, row: number): string {
  const value = raw.numbers[row] as number
  if (!Number.isFinite(value)) return 'null'
  return value === 0 && Object.is(value, -0) ? '-0.0' : String(value)
}

/** The editor shows a whole float as one: `1.0`. */
function editorFloatText(raw: RawColumn, row: number): string {
  const text = floatText(raw, row)
  return Number.isInteger(raw.numbers[row]) && !/[.e]/.test(text) ? `${text}.0` : text
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

function bigText(raw: RawColumn, row: number): string {
  return String(safeInteger(raw, row) ?? bigInteger(raw, row))
}

function editorBigText(raw: RawColumn, row: number): string {
  const value = safeInteger(raw, row)
  return value === null || !Number.isSafeInteger(value) ? `"${bigInteger(raw, row)}"` : String(value)
}

function chartTimestamp(raw: RawColumn, row: number): string {
  const micros = safeInteger(raw, row)
  if (micros !== null && micros % 1000 === 0) return String(micros / 1000)
  return raw.cell(row)
}

function editorTimestamp(raw: RawColumn, row: number): string {
  const micros = safeInteger(raw, row)
  const text = micros === null ? null : isoTimestamp(micros)
  return text === null ? raw.cell(row) : `"${text}"`
}
