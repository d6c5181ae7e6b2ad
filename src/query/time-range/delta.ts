import { addUnits, type TimeUnit } from './calendar.ts'
import { midnight, type NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'

const PART =
  /(-)?\s*(?:(\d+(?:\.\d+)?)|(?:an?|one)\b)\s*(second|sec|s|minute|min|m|hour|h|day|d|week|w|month|year|y)s?\b(?:\s+(ago|later))?\s*/iy
const SHORT_UNITS: Readonly<Record<string, TimeUnit>> = {
  sec: 'second',
  s: 'second',
  min: 'minute',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  y: 'year',
}
const EXACT = /^\s*(\d+)\s+(second|minute|hour|day|week|month|quarter|year)s?\s+(ago|later)$/i

/**
 * The time that a free text duration, counted from a time, leads to: `1 day`, `2w ago`, `1 day 3 hours`. A text that is
 * no duration leads nowhere.
 */
export function addDelta(from: NaiveMs, text: string): NaiveMs {
  const parts = text.trim()
  let at = 0
  let result = from
  while (at < parts.length) {
    PART.lastIndex = at
    const found = PART.exec(parts)
    const next = found && addPart(result, found)
    if (next === null) return from
    result = next
    at = PART.lastIndex
  }
  return result
}

function addPart(from: NaiveMs, [, sign, number = '1', unit = 'day', direction]: RegExpExecArray): NaiveMs | null {
  const isPast = sign !== undefined || direction?.toLowerCase() === 'ago'
  return addUnits(from, isPast ? -Number(number) : Number(number), unitOf(unit.toLowerCase()))
}

/** The unit that a word names, in full or short: `d`, `min`. */
export const unitOf = (word: string): TimeUnit => SHORT_UNITS[word] ?? (word as TimeUnit)

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
