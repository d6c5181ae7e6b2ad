import {
  type DuckDBBlobValue,
  type DuckDBDateValue,
  type DuckDBIntervalValue,
  type DuckDBTimestampMillisecondsValue,
  type DuckDBTimestampNanosecondsValue,
  type DuckDBTimestampSecondsValue,
  type DuckDBTimestampTZValue,
  type DuckDBTimestampValue,
  type DuckDBTimeValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { shortFloat } from '../../query/post-process/float-text.ts'
import type { CellStyle } from '../driver.ts'
import { duration, epochMs, isoDate, isoTimestamp, timeOfDay } from '../iso-time.ts'
import { blobText, isUnnamed, nestedJson, nestedText } from './nested.server.ts'

/** Writes one cell that is not NULL as JSON. */
type CellWriter = (value: DuckDBValue) => string

const T = DuckDBTypeId
const WHOLE = new Set<DuckDBTypeId>([
  T.TINYINT,
  T.SMALLINT,
  T.INTEGER,
  T.UTINYINT,
  T.USMALLINT,
  T.UINTEGER,
  T.BIGINT,
  T.UBIGINT,
  T.HUGEINT,
  T.UHUGEINT,
  T.BIGNUM,
])
const TIMES = new Set<DuckDBTypeId>([
  T.DATE,
  T.TIME,
  T.TIME_TZ,
  T.TIME_NS,
  T.INTERVAL,
  T.TIMESTAMP,
  T.TIMESTAMP_S,
  T.TIMESTAMP_MS,
  T.TIMESTAMP_NS,
  T.TIMESTAMP_TZ,
])
const LISTS = new Set<DuckDBTypeId>([T.LIST, T.ARRAY])
const NESTED = new Set<DuckDBTypeId>([T.LIST, T.STRUCT, T.MAP, T.ARRAY, T.UNION])
const MAX_DAYS = 2_147_483_647
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** What a type holds, for charts and lists. */
function genericOfType(type: DuckDBType): GenericType | null {
  const id = type.typeId
  if (WHOLE.has(id) || id === T.DECIMAL || id === T.DOUBLE || id === T.FLOAT) return GENERIC.number
  if (TIMES.has(id)) return GENERIC.time
  if (id === T.BOOLEAN) return GENERIC.boolean
  return id === T.SQLNULL || id === T.BLOB ? null : GENERIC.text
}

/** What the cells of a type are as they are written: in charts, times of day and durations are texts. */
export function genericOfCells(type: DuckDBType, style: CellStyle): GenericType | null {
  const generic = genericOfType(type)
  const isMoment = type.typeId === T.DATE || microsOf(type.typeId) !== null
  return style === 'chart' && generic === GENERIC.time && !isMoment ? GENERIC.text : generic
}

/** The writer for a column. Every digit is kept; what JSON has no number for is null. */
export function cellWriter(type: DuckDBType, style: CellStyle): CellWriter {
  const id = type.typeId
  const plain = PLAIN.get(id)
  if (plain) return plain
  const isChart = style === 'chart'
  if (WHOLE.has(id)) return isChart ? String : wholeForEditor
  if (TIMES.has(id)) return isChart ? chartTime(id) : editorTime(id)
  const nested = LISTS.has(id) || isUnnamed(type) ? nestedJson : nestedText
  if (NESTED.has(id)) return (value) => JSON.stringify(nested(value))
  return (value) => JSON.stringify(String(value))
}

/** Types that are written alike for charts and for the editor. */
const PLAIN: ReadonlyMap<DuckDBTypeId, CellWriter> = new Map<DuckDBTypeId, CellWriter>([
  [T.BOOLEAN, String],
  [T.DECIMAL, String],
  [T.VARCHAR, JSON.stringify],
  [T.FLOAT, floatCell],
  [T.DOUBLE, floatCell],
  [T.BLOB, (value) => JSON.stringify(blobText((value as DuckDBBlobValue).bytes))],
])

function wholeForEditor(value: DuckDBValue): string {
  if (typeof value === 'bigint' && (value > MAX_SAFE || value < -MAX_SAFE)) return `"${value}"`
  return String(value)
}

function floatCell(value: DuckDBValue): string {
  if (!Number.isFinite(value as number)) return 'null'
  return Object.is(value, -0) ? '-0.0' : shortFloat(value as number)
}

function chartTime(id: DuckDBTypeId): CellWriter {
  if (id === T.DATE) {
    return (value) => {
      const { days } = value as DuckDBDateValue
      return isFiniteDays(days) ? String(days * 86_400_000) : 'null'
    }
  }
  const toMicros = microsOf(id)
  if (!toMicros) return editorTime(id)
  return (value) => {
    const micros = toMicros(value)
    return micros === null ? 'null' : epochMs(micros)
  }
}

function editorTime(id: DuckDBTypeId): CellWriter {
  if (id === T.DATE) return editorDate
  if (id === T.TIME) return (value) => `"${timeOfDay(Number((value as DuckDBTimeValue).micros))}"`
  if (id === T.INTERVAL) {
    return (value) => {
      const { months, days, micros } = value as DuckDBIntervalValue
      return `"${duration(months, days, micros)}"`
    }
  }
  const toMicros = microsOf(id)
  if (!toMicros) return (value) => JSON.stringify(String(value))
  const zone = id === T.TIMESTAMP_TZ ? '+00:00' : ''
  return (value) => {
    const micros = toMicros(value)
    if (micros === null) return String(value).startsWith('-') ? '"0001-01-01T00:00:00"' : '"9999-12-31T23:59:59.999999"'
    const text = isoTimestamp(micros)
    return text === null ? JSON.stringify(String(value)) : `"${text}${zone}"`
  }
}

function editorDate(value: DuckDBValue): string {
  const { days } = value as DuckDBDateValue
  if (!isFiniteDays(days)) return days > 0 ? '"9999-12-31"' : '"0001-01-01"'
  return JSON.stringify(isoDate(days) ?? String(value))
}

const isFiniteDays = (days: number) => days !== MAX_DAYS && days !== -MAX_DAYS

/** Microseconds of a timestamp, null for an infinite one. */
function microsOf(id: DuckDBTypeId): ((value: DuckDBValue) => bigint | null) | null {
  switch (id) {
    case T.TIMESTAMP:
    case T.TIMESTAMP_TZ:
      return (value) => finite(value as DuckDBTimestampValue | DuckDBTimestampTZValue, (time) => time.micros)
    case T.TIMESTAMP_MS:
      return (value) => finite(value as DuckDBTimestampMillisecondsValue, (time) => time.millis * 1000n)
    case T.TIMESTAMP_S:
      return (value) => finite(value as DuckDBTimestampSecondsValue, (time) => time.seconds * 1_000_000n)
    case T.TIMESTAMP_NS:
      return (value) => finite(value as DuckDBTimestampNanosecondsValue, (time) => floorDiv(time.nanos, 1000n))
    default:
      return null
  }
}

function finite<Time extends { readonly isFinite: boolean }>(time: Time, micros: (time: Time) => bigint) {
  return time.isFinite ? micros(time) : null
}

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value < 0n && value % by !== 0n ? quotient - 1n : quotient
}
