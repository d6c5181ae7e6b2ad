import { isoTimestamp } from '../../src/engines/iso-time.ts'

/** `2024-02-29T10:20:30.123456` in UTC from microseconds since 1970; a bare number outside the years 1 to 9999. */
export const timeOfMicros = (micros: bigint): string => isoTimestamp(micros) ?? String(micros)

/** A whole number of small parts as a decimal text: 12345 with two digits is `123.45`. */
export function decimalText(units: bigint, digits: number): string {
  if (digits <= 0) return String(units)
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  return `${units < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const MICRO_DIGITS = 6

/** Microseconds from parts of a second that are so many digits small. */
export function microsOf(units: bigint, digits: number): bigint {
  if (digits <= MICRO_DIGITS) return units * 10n ** BigInt(MICRO_DIGITS - digits)
  const step = 10n ** BigInt(digits - MICRO_DIGITS)
  // Before 1970 what is cut off lies below as well.
  return units >= 0n ? units / step : (units - step + 1n) / step
}
