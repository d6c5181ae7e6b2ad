import { addUnits } from './calendar.ts'
import { readDate } from './date-text.ts'
import { unitOf } from './delta.ts'
import { midnight, type NaiveMs } from './naive.ts'
import { momentOf, readNatural } from './natural.ts'
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
const PERIOD =
  /^(\d+|[a-z]+?)\s*(second|sec|s|minute|min|m|hour|h|day|d|week|w|month|year|y)s?\s+(ago|from now|later|hence)$/
const AHEAD = /^in (\d+|[a-z]+) (.+)$/
const BACK = /^- ?(\d+ (?:day|week|month|year)s?)$/

/** One time as a person writes it. Throws TimeRangeError with the text that could not be read. */
export function readHuman(text: string, now: NaiveMs): NaiveMs {
  if (BARE_PERIOD.test(text)) throw ambiguous(text)
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (words === '') throw unreadable(text)
  const result =
    readWord(words, now) ?? readDate(text.trim(), now) ?? readPeriod(periodOf(words), now) ?? readNatural(words, now)
  if (result === null) throw unreadable(text)
  return result
}

function readWord(words: string, now: NaiveMs): NaiveMs | null {
  if (words === 'now') return now
  const today = midnight(now)
  if (words === 'today') return today
  if (words === 'yesterday') return addUnits(today, -1, 'day')
  if (words === 'tomorrow') return addUnits(today, 1, 'day')
  const moment = momentOf(words.replace(/^this /, ''))
  return moment === null ? null : today + moment
}

/** `in 3 days` and `-3 days` as the periods that they are. */
const periodOf = (words: string) => words.replace(AHEAD, '$1 $2 later').replace(BACK, '$1 ago')

/** `3 weeks ago`: whole days begin at midnight, hours keep the clock, and so does `from now`. */
function readPeriod(words: string, now: NaiveMs): NaiveMs | null {
  const found = PERIOD.exec(words)
  if (!found) return null
  const count = /^\d/.test(found[1] ?? '') ? Number(found[1]) : NUMERALS[found[1] ?? '']
  if (count === undefined) return null
  const unit = unitOf(found[2] ?? 'day')
  const isPast = found[3] === 'ago'
  const isFine = unit === 'hour' || unit === 'minute' || unit === 'second'
  const base = isFine || found[3] === 'from now' ? now : midnight(now)
  return addUnits(base, isPast ? -count : count, unit)
}
