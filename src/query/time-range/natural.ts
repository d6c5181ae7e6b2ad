import { addUnits, naiveOf, type TimeUnit, truncate } from './calendar.ts'
import { readDate } from './date-text.ts'
import { DAY_MS, midnight, type NaiveMs } from './naive.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = /^(last|next|this)\s+(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?$/
const SCOPE = /^(last|next|this|previous|prior)\s+(day|week|month|year)$/
const CLOCK = /^(noon|midnight)\s+(.+)$/

/** Relative words beyond those of a range: `last friday`, `next month`, `noon yesterday`. */
export function readNatural(words: string, now: NaiveMs): NaiveMs | null {
  const weekday = WEEKDAY.exec(words)
  if (weekday) return weekdayOf(weekday[1] ?? 'this', WEEKDAYS.indexOf(weekday[2] ?? ''), now)
  const scope = SCOPE.exec(words)
  if (scope) return scopeOf(scope[1] ?? 'this', (scope[2] ?? 'day') as TimeUnit, now)
  const clock = CLOCK.exec(words)
  if (!clock) return null
  const day = dayOf(clock[2] ?? '', now)
  return day === null ? null : midnight(day) + (clock[1] === 'noon' ? DAY_MS / 2 : 0)
}

function dayOf(words: string, now: NaiveMs): NaiveMs | null {
  const today = midnight(now)
  if (words === 'today') return today
  if (words === 'yesterday') return today - DAY_MS
  if (words === 'tomorrow') return today + DAY_MS
  return readDate(words, now)
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
  if (unit === 'month') return addUnits(truncate(today, 'month'), count, 'month')
  return addUnits(today, count, unit)
}
