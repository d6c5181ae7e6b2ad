import type { ByteText } from './byte-text.server.ts'

const DAY_MICROS = 86_400_000_000
const SECOND_MICROS = 1_000_000
const ZERO = 0x30
/** `"2024-02-29T10:20:30.123456"` */
const MAX_SIZE = 28
const [QUOTE, DASH, COLON, POINT, T] = [0x22, 0x2d, 0x3a, 0x2e, 0x54]
/** From 0000-03-01, with which years of 366 days end, to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468
const DAYS_OF_400_YEARS = 146_097

/**
 * Writes microseconds since 1970, exact as a number and so of the years 1684 to 2255, as a text of JSON:
 * `"2024-02-29T10:20:30"`, with six digits of fraction where there is one.
 */
export function writeTimestamp(out: ByteText, micros: number): void {
  const days = Math.floor(micros / DAY_MICROS)
  const ofDay = micros - days * DAY_MICROS
  const seconds = Math.floor(ofDay / SECOND_MICROS)
  const fraction = ofDay - seconds * SECOND_MICROS
  out.room(MAX_SIZE)
  const { bytes } = out
  const at = out.length
  bytes[at] = QUOTE
  writeDate(bytes, at + 1, days)
  bytes[at + 11] = T
  writeClock(bytes, at + 12, seconds)
  const end = fraction === 0 ? at + 20 : writeFraction(bytes, at + 20, fraction)
  bytes[end] = QUOTE
  out.length = end + 1
}

/** Year, month and day from days since 1970 (H. Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days). */
function writeDate(bytes: Uint8Array, at: number, days: number) {
  const shifted = days + DAYS_BEFORE_1970
  const era = Math.floor(shifted / DAYS_OF_400_YEARS)
  const ofEra = shifted - era * DAYS_OF_400_YEARS
  const leaps = ((ofEra / 1460) | 0) - ((ofEra / 36_524) | 0) + ((ofEra / 146_096) | 0)
  const yearOfEra = ((ofEra - leaps) / 365) | 0
  const ofYear = ofEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0))
  // Months from March on.
  const shiftedMonth = ((5 * ofYear + 2) / 153) | 0
  const day = ofYear - (((153 * shiftedMonth + 2) / 5) | 0) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const century = (year / 100) | 0
  writePair(bytes, at, century)
  writePair(bytes, at + 2, year - century * 100)
  bytes[at + 4] = DASH
  writePair(bytes, at + 5, month)
  bytes[at + 7] = DASH
  writePair(bytes, at + 8, day)
}

function writeClock(bytes: Uint8Array, at: number, ofDay: number) {
  const minutes = (ofDay / 60) | 0
  const hours = (minutes / 60) | 0
  writePair(bytes, at, hours)
  bytes[at + 2] = COLON
  writePair(bytes, at + 3, minutes - hours * 60)
  bytes[at + 5] = COLON
  writePair(bytes, at + 6, ofDay - minutes * 60)
}

/** Six digits after a point; gives the place after them. */
function writeFraction(bytes: Uint8Array, at: number, micros: number): number {
  const high = (micros / 10_000) | 0
  const low = micros - high * 10_000
  const middle = (low / 100) | 0
  bytes[at] = POINT
  writePair(bytes, at + 1, high)
  writePair(bytes, at + 3, middle)
  writePair(bytes, at + 5, low - middle * 100)
  return at + 7
}

function writePair(bytes: Uint8Array, at: number, value: number) {
  const tens = (value / 10) | 0
  bytes[at] = ZERO + tens
  bytes[at + 1] = ZERO + value - tens * 10
}
