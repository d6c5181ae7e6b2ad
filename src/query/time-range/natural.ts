import { own } from '../../kernel/own.ts'
import { addUnits, lastDay, naiveOf, type TimeUnit, truncate } from './calendar.ts'
import { readDate } from './date-text.ts'
import { DAY_MS, HOUR_MS, midnight, type NaiveMs } from './naive.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = /^(last|next|this)\s+(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?$/
const SCOPE = /^(last|next|this|previous|prior)\s+(day|week|month|year)$/
const DAY = '(today|yesterday|tomorrow|(?:last|next|this) (?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)'
const TIME = '(noon|midnight|morning|afternoon|evening|night|\\d{1,2}(?::\\d{2}){0,2} ?(?:am|pm)?)'
const DAY_FIRST = new RegExp(`^${DAY} (?:at )?${TIME}$`)
const CLOCK = new RegExp(`^${TIME} (.+)$`)
/** The hours that parts of a day stand for. */
const MOMENTS: Readonly<Record<string, number>> = {
  midnight: 0,
  morning: 6,
  noon: 12,
  afternoon: 13,
  evening: 18,
  night: 21,
  tonight: 21,
}
const EDGES: Readonly<Record<string, TimeUnit>> = {
  eom: 'month',
  'end of month': 'month',
  eoy: 'year',
  'end of year': 'year',
}
/** When a working day ends. */
const EVENING_MS = 17 * HOUR_MS

/** Relative words beyond those of a range: `last friday`, `next month`, `yesterday at 5pm`, `end of month`. */
export function readNatural(words: string, now: NaiveMs): NaiveMs | null {
  const weekday = WEEKDAY.exec(words)
  if (weekday) return weekdayOf(weekday[1] ?? 'this', WEEKDAYS.indexOf(weekday[2] ?? ''), now)
  const scope = SCOPE.exec(words)
  if (scope) return scopeOf(scope[1] ?? 'this', (scope[2] ?? 'day') as TimeUnit, now)
  return readEdge(words, now) ?? readMoment(words, now)
}

/** `end of month` is its last day; a working day ends at five. */
function readEdge(words: string, now: NaiveMs): NaiveMs | null {
  if (words === 'eod' || words === 'end of day') return midnight(now) + EVENING_MS
  const unit = own(EDGES, words)
  return unit ? lastDay(now, unit) : null
}

/** `noon yesterday`, `yesterday at 5pm`. */
function readMoment(words: string, now: NaiveMs): NaiveMs | null {
  const found = DAY_FIRST.exec(words)
  const [, time = '', text = ''] = found ? [words, found[2], found[1]] : (CLOCK.exec(words) ?? [])
  if (words === 'last night') return midnight(now) - DAY_MS + (momentOf('night') ?? 0)
  const day = text === '' ? null : dayOf(text, now)
  const clock = momentOf(time) ?? clockOf(time, now)
  return day === null || clock === null ? null : midnight(day) + clock
}

/** Milliseconds since midnight of a part of the day, or null. */
export function momentOf(word: string): number | null {
  const hour = own(MOMENTS, word)
  return hour === undefined ? null : hour * HOUR_MS
}

function clockOf(time: string, now: NaiveMs): number | null {
  const at = /[:m]/.test(time) ? readDate(time, now) : null
  return at === null ? null : at - midnight(at)
}

function dayOf(words: string, now: NaiveMs): NaiveMs | null {
  const today = midnight(now)
  if (words === 'today') return today
  if (words === 'yesterday') return today - DAY_MS
  if (words === 'tomorrow') return today + DAY_MS
  const weekday = WEEKDAY.exec(words)
  return weekday ? weekdayOf(weekday[1] ?? 'this', WEEKDAYS.indexOf(weekday[2] ?? ''), now) : readDate(words, now)
}

/** `next` lies in the week after this one; `last` is the latest before today. */
function weekdayOf(scope: string, weekday: number, now: NaiveMs): NaiveMs {
  const today = midnight(now)
  const monday = truncate(today, 'week')
  const inWeek = monday + ((weekday + 6) % 7) * DAY_MS
  if (scope === 'this') return inWeek
  if (scope === 'next') return inWeek + 7 * DAY_MS
  return inWeek < today ? inWeek : inWeek - 7 * DAY_MS
}

function scopeOf(scope: string, unit: TimeUnit, now: NaiveMs): NaiveMs | null {
  const today = midnight(now)
  const count = scope === 'this' ? 0 : scope === 'next' ? 1 : -1
  const year = new Date(today).getUTCFullYear()
  if (unit === 'year') return naiveOf(year + count)
  if (unit === 'month' && count !== 0) return addUnits(truncate(today, 'month'), count, 'month')
  return addUnits(today, count, unit)
}
