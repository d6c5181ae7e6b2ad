import { addUnits, type TimeUnit } from './calendar.ts'
import { readDate } from './date-text.ts'
import { HOUR_MS, midnight, type NaiveMs } from './naive.ts'
import { readNatural } from './natural.ts'
import { ambiguous, unreadable } from './problem.ts'

const BARE_PERIOD = /^\s*\d+\s+(second|minute|hour|day|week|month|quarter|year)s?\s*$/i
const NUMERALS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const PERIOD = /^(\d+|[a-z]+)\s*(second|minute|hour|day|week|month|year)s?\s+(ago|from now|later|hence)$/i
const MOMENTS: Readonly<Record<string, number>> = {
  midnight: 0,
  'this morning': 6 * HOUR_MS,
  noon: 12 * HOUR_MS,
  tonight: 21 * HOUR_MS,
}

/** One time as a person writes it. Throws TimeRangeError with the text that could not be read. */
export function readHuman(text: string, now: NaiveMs): NaiveMs {
  if (BARE_PERIOD.test(text)) throw ambiguous(text)
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (words === '') throw unreadable(text)
  const result = readWord(words, now) ?? readDate(text.trim(), now) ?? readPeriod(words, now) ?? readNatural(words, now)
  if (result === null) throw unreadable(text)
  return result
}

function readWord(words: string, now: NaiveMs): NaiveMs | null {
  if (words === 'now') return now
  const today = midnight(now)
  if (words === 'today') return today
  if (words === 'yesterday') return addUnits(today, -1, 'day')
  if (words === 'tomorrow') return addUnits(today, 1, 'day')
  const moment = MOMENTS[words]
  return moment === undefined ? null : today + moment
}

/** `3 weeks ago`: whole days begin at midnight, hours keep the clock, and so does `from now`. */
function readPeriod(words: string, now: NaiveMs): NaiveMs | null {
  const found = PERIOD.exec(words)
  if (!found) return null
  const count = /^\d/.test(found[1] ?? '') ? Number(found[1]) : NUMERALS[found[1] ?? '']
  if (count === undefined) return null
  const unit = (found[2] ?? 'day') as TimeUnit
  const isPast = found[3] === 'ago'
  const isFine = unit === 'hour' || unit === 'minute' || unit === 'second'
  const base = isFine || found[3] === 'from now' ? now : midnight(now)
  return addUnits(base, isPast ? -count : count, unit)
}
