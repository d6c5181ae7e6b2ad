import { addUnits, type TimeUnit } from './calendar.ts'
import { midnight, type NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'

const DELTA = /^\s*(-)?\s*(?:(\d+)|(an?|one))\s*(second|minute|hour|day|week|month|year)s?(\s+ago)?\s*$/i
const EXACT = /^\s*(\d+)\s+(second|minute|hour|day|week|month|quarter|year)s?\s+(ago|later)$/i

/** The time that a free text duration, counted from a time, leads to. A text that is no duration leads nowhere. */
export function addDelta(from: NaiveMs, text: string): NaiveMs {
  const found = DELTA.exec(text)
  if (!found) return from
  const count = found[2] === undefined ? 1 : Number(found[2])
  const isPast = found[1] !== undefined || found[5] !== undefined
  return addUnits(from, isPast ? -count : count, (found[4] ?? 'day').toLowerCase() as TimeUnit) ?? from
}

/** The same duration read as past, whatever its sign. */
export function subtractShift(from: NaiveMs, text: string): NaiveMs {
  return addDelta(from, text.trim().startsWith('-') ? text : `-${text}`)
}

export interface Delta {
  readonly count: number
  readonly unit: TimeUnit
}

/** Reads `1 year ago` or `2 weeks later`; null for any other text. */
export function readDelta(text: string): Delta | null {
  const found = EXACT.exec(text)
  if (!found) return null
  const count = Number(found[1])
  return {
    count: found[3]?.toLowerCase() === 'ago' ? -count : count,
    unit: (found[2] ?? 'day').toLowerCase() as TimeUnit,
  }
}

/** Reads a duration with its direction, or says which direction is missing. */
export function normalizeDelta(text: string): Delta {
  const delta = readDelta(text)
  if (delta) return delta
  throw new TimeRangeError(`Time delta is ambiguous. Please specify [${text} ago] or [${text} later].`)
}

/** A day as `YYYY-MM-DD`, or null. */
export function readDay(text: string): NaiveMs | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? Date.parse(`${text.trim()}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) ? null : midnight(ms)
}
