import { DAY_MS, HOUR_MS, MINUTE_MS, midnight, type NaiveMs, SECOND_MS } from './naive.ts'

export type TimeUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

/** Units whose last day can be asked for. */
export const LAST_DAY_UNITS: readonly TimeUnit[] = ['year', 'month', 'week']

const FIXED: Readonly<Partial<Record<TimeUnit, number>>> = {
  week: 7 * DAY_MS,
  day: DAY_MS,
  hour: HOUR_MS,
  minute: MINUTE_MS,
  second: SECOND_MS,
}
const MONTHS: Readonly<Partial<Record<TimeUnit, number>>> = { year: 12, quarter: 3, month: 1 }

/** First and last instant that a range may name: years 1 to 9999. */
const MIN_MS: NaiveMs = Date.parse('0001-01-01T00:00:00Z')
const MAX_MS: NaiveMs = Date.parse('9999-12-31T23:59:59Z')

/** A local time from its fields, years below 100 included. */
export function naiveOf(year: number, month = 0, day = 1, rest: NaiveMs = 0): NaiveMs {
  const at = new Date(0)
  at.setUTCFullYear(year, month, day)
  return at.getTime() + rest
}

/** Adds units of the calendar; a day that the month lacks becomes its last. Null outside of the years 1 to 9999. */
export function addUnits(ms: NaiveMs, count: number, unit: TimeUnit): NaiveMs | null {
  const fixed = FIXED[unit]
  const result = fixed ? ms + count * fixed : addMonths(ms, count * (MONTHS[unit] ?? 1))
  return Number.isFinite(result) && result >= MIN_MS && result < MAX_MS + SECOND_MS ? result : null
}

function addMonths(ms: NaiveMs, count: number): NaiveMs {
  const at = new Date(ms)
  const total = at.getUTCFullYear() * 12 + at.getUTCMonth() + count
  const year = Math.floor(total / 12)
  const month = total - year * 12
  return naiveOf(year, month, Math.min(at.getUTCDate(), daysInMonth(year, month)), ms - midnight(ms))
}

/** Days of a month, January being 0. */
export function daysInMonth(year: number, month: number): number {
  return new Date(naiveOf(year, month + 1, 0)).getUTCDate()
}

/** The beginning of the unit in which the time lies; weeks begin on Monday. */
export function truncate(ms: NaiveMs, unit: TimeUnit): NaiveMs {
  const at = new Date(ms)
  if (unit === 'year') return naiveOf(at.getUTCFullYear())
  if (unit === 'quarter') return naiveOf(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3)
  if (unit === 'month') return naiveOf(at.getUTCFullYear(), at.getUTCMonth())
  if (unit === 'week') return midnight(ms) - ((at.getUTCDay() + 6) % 7) * DAY_MS
  const size = FIXED[unit] ?? SECOND_MS
  return Math.floor(ms / size) * size
}

/** Midnight of the last day of the unit in which the time lies. */
export function lastDay(ms: NaiveMs, unit: TimeUnit): NaiveMs {
  const next = addUnits(truncate(ms, unit), 1, unit) ?? MAX_MS + SECOND_MS
  return midnight(next) - DAY_MS
}
