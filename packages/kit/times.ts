import { isoTimestamp } from '../../src/engines/iso-time.ts'

/** `2024-02-29T10:20:30.123456` in UTC from microseconds since 1970; a bare number outside the years 1 to 9999. */
export const timeOfMicros = (micros: bigint): string => isoTimestamp(micros) ?? String(micros)

/** A whole number of small parts as a decimal text: 12345 with two digits is `123.45`. */
export function decimalText(units: bigint, digits: number): string {
  if (digits <= 0) return String(units)
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  return `${units < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
