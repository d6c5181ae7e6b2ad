const DAY_MS = 86_400_000
const MIN_MS = -62_135_596_800_000
const MAX_MS = 253_402_300_799_999

/** A time of day from microseconds, with six digits of fraction only where there is one. */
export function timeOfDay(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = micros - seconds * 1_000_000
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(6, '0')}`
}

/** `2024-02-29` from days since 1970, or null outside the years 1 to 9999. */
export function isoDate(days: number): string | null {
  const ms = days * DAY_MS
  return ms < MIN_MS || ms > MAX_MS ? null : new Date(ms).toISOString().slice(0, 10)
}

/** `2024-02-29T10:20:30.123456` from microseconds since 1970, or null outside the years 1 to 9999. */
export function isoTimestamp(micros: bigint | number): string | null {
  const [seconds, rest] = secondsOf(micros)
  const ms = seconds * 1000
  if (ms < MIN_MS || ms > MAX_MS) return null
  const text = new Date(ms).toISOString().slice(0, 19)
  return rest === 0 ? text : `${text}.${String(rest).padStart(6, '0')}`
}

function secondsOf(micros: bigint | number): [seconds: number, rest: number] {
  if (typeof micros === 'number') {
    const seconds = Math.floor(micros / 1_000_000)
    return [seconds, micros - seconds * 1_000_000]
  }
  const rest = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  return [Number((micros - rest) / 1_000_000n), Number(rest)]
}

/** Epoch milliseconds as JSON number text, with the microseconds as fraction where there are some. */
export function epochMs(micros: bigint): string {
  const rest = micros % 1000n
  if (rest === 0n) return String(micros / 1000n)
  const sign = micros < 0n ? '-' : ''
  const size = micros < 0n ? -micros : micros
  return `${sign}${size / 1000n}.${String(size % 1000n).padStart(3, '0')}`
}

/** A duration as `32 days 03:00:00`, back in time as `-0 days 01:30:00`; a month counts 30 days. */
export function duration(months: number, days: number, micros: bigint): string {
  const dayMicros = 86_400_000_000n
  const total = BigInt(months * 30 + days) * dayMicros + micros
  const size = total < 0n ? -total : total
  return `${total < 0n ? '-' : ''}${size / dayMicros} days ${timeOfDay(Number(size % dayMicros))}`
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value))
