/** A local time without a zone, as milliseconds since 1970 read as if it were UTC. */
export type NaiveMs = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** `2024-02-29T10:20:30`, with six digits of a fraction only where there is one. */
export function isoOf(ms: NaiveMs): string {
  const whole = Math.floor(ms / SECOND_MS) * SECOND_MS
  const micros = Math.round((ms - whole) * 1000)
  const text = new Date(whole).toISOString().slice(0, -5)
  return micros === 0 ? text : `${text}.${String(micros).padStart(6, '0')}`
}

export const midnight = (ms: NaiveMs): NaiveMs => Math.floor(ms / DAY_MS) * DAY_MS
