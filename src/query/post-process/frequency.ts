import { own } from '../../kernel/own.ts'
import { addUnits, naiveOf, type TimeUnit, truncate } from '../time-range/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnight, type NaiveMs, SECOND_MS } from '../time-range/naive.ts'
import { labelsOf, markedDays } from './business-frequency.ts'
import { PostProcessingError } from './frame.ts'

/** A step of time, such as `1D`, `15min`, `1W`, `1MS` (month starts) or `1M` (month ends). */
export interface Frequency {
  /** The label of the bin in which a time lies, the first time of all given. */
  labels(first: NaiveMs, last: NaiveMs): readonly NaiveMs[]
  /** Which of the labels a time belongs to. */
  binOf(ms: NaiveMs, labels: readonly NaiveMs[]): number
}

const COMPOUND = /^(?:\s*\d+\s*[A-Za-z]+){2,}\s*$/
const RULE = /^\s*(\d+)?\s*([A-Za-z]+)(?:-([A-Z]{3}))?\s*$/
const FIXED: Readonly<Record<string, number>> = {
  D: DAY_MS,
  H: HOUR_MS,
  h: HOUR_MS,
  T: MINUTE_MS,
  min: MINUTE_MS,
  S: SECOND_MS,
  s: SECOND_MS,
  L: 1,
  ms: 1,
}
const STARTS: Readonly<Record<string, TimeUnit>> = { MS: 'month', QS: 'quarter', AS: 'year', YS: 'year' }
const ENDS: Readonly<Record<string, TimeUnit>> = {
  M: 'month',
  ME: 'month',
  Q: 'quarter',
  QE: 'quarter',
  A: 'year',
  Y: 'year',
  YE: 'year',
}
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const MAX_BINS = 200_000
/** More days of business at a time are none that anybody means. */
const MAX_COUNT = 500

/** The place of the first of ascending times at or after a time, their number if there is none. */
export function firstFrom(ascending: readonly NaiveMs[], ms: NaiveMs): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Reads an offset alias. */
export function readFrequency(rule: unknown): Frequency {
  const compound = compoundSize(String(rule))
  if (compound) return fixedFrequency(compound)
  const business = businessFrequency(String(rule))
  if (business) return business
  const found = RULE.exec(String(rule))
  const count = Number(found?.[1] ?? 1)
  const unit = found?.[2] ?? ''
  if (!found || count < 1) throw invalid(rule)
  const fixed = own(FIXED, unit)
  if (fixed) return fixedFrequency(count * fixed)
  if (unit === 'W') return weekFrequency(count, WEEKDAYS.indexOf(found[3] ?? 'SUN'), rule)
  const start = own(STARTS, unit)
  const period = start ?? own(ENDS, unit)
  if (!period) throw invalid(rule)
  const begins = beginOf(period, anchorOf(period, start !== undefined, found[3], rule))
  if (start) return calendarFrequency(begins, (ms) => step(ms, count, start), false)
  const ends = (ms: NaiveMs) => step(begins(ms), 1, period) - DAY_MS
  return calendarFrequency(ends, (ms) => ends(step(firstOf(ms), count, period)), true)
}

/** `B`, `2SM`, `BQ-FEB`: days of the week or month by which business counts. */
function businessFrequency(rule: string): Frequency | null {
  const [, digits = '1', name = ''] = /^\s*(\d+)?([A-Z][\w-]*)\s*$/.exec(rule) ?? []
  const days = markedDays(name)
  const count = Number(digits)
  if (!days || count < 1 || count > MAX_COUNT) return null
  const placeOf = (ms: NaiveMs) => (days.holdsDay ? midnight(ms) : ms)
  return {
    labels: (first, last) => labelsOf(days, count, first, last, MAX_BINS),
    binOf: (ms, labels) => (days.isEnd ? firstFrom(labels, placeOf(ms)) : firstFrom(labels, ms + 1) - 1),
  }
}

/** By how many months the periods of a rule such as `QS-FEB` or `A-JUN` begin after those of the calendar. */
function anchorOf(unit: TimeUnit, isStart: boolean, name: string | undefined, rule: unknown): number {
  if (name === undefined) return 0
  const month = MONTHS.indexOf(name)
  if (month < 0 || unit === 'month') throw invalid(rule)
  return (isStart ? month : month + 1) % (unit === 'quarter' ? 3 : 12)
}

const beginOf = (unit: TimeUnit, months: number) => (ms: NaiveMs) =>
  step(truncate(step(firstOf(ms), -months, 'month'), unit), months, 'month')

/** `1D12H`: lengths that are added. */
function compoundSize(rule: string): number | null {
  if (!COMPOUND.test(rule)) return null
  return [...rule.matchAll(/(\d+)\s*([A-Za-z]+)/g)].reduce<number | null>((total, [, count, unit = '']) => {
    const size = own(FIXED, unit)
    return total === null || size === undefined ? null : total + Number(count) * size
  }, 0)
}

const invalid = (rule: unknown) => new PostProcessingError(`Invalid frequency: ${String(rule)}`)

function fixedFrequency(size: number): Frequency {
  const origin = (first: NaiveMs) => midnight(first) + Math.floor((first - midnight(first)) / size) * size
  return {
    labels: (first, last) => series(origin(first), last, (ms) => ms + size),
    binOf: (ms, labels) => Math.floor((ms - (labels[0] ?? 0)) / size),
  }
}

function weekFrequency(count: number, weekday: number, rule: unknown): Frequency {
  if (weekday < 0) throw invalid(rule)
  const endsOn = (ms: NaiveMs) => midnight(ms) + ((weekday - new Date(ms).getUTCDay() + 7) % 7) * DAY_MS
  return calendarFrequency(endsOn, (ms) => ms + count * 7 * DAY_MS, true)
}

/** Bins of the calendar; labelled by their end, they hold the whole day of the label. */
function calendarFrequency(label: (ms: NaiveMs) => NaiveMs, next: (ms: NaiveMs) => NaiveMs, isEnd: boolean): Frequency {
  return {
    labels: (first, last) => {
      const all = [label(first)]
      const isShort = () => (isEnd ? midnight(last) > (all.at(-1) ?? 0) : next(all.at(-1) ?? 0) <= last)
      while (isShort() && all.length < MAX_BINS) all.push(next(all.at(-1) ?? 0))
      return all
    },
    binOf: (ms, labels) => (isEnd ? firstFrom(labels, midnight(ms)) : firstFrom(labels, ms + 1) - 1),
  }
}

function series(from: NaiveMs, last: NaiveMs, next: (ms: NaiveMs) => NaiveMs): readonly NaiveMs[] {
  const all: NaiveMs[] = []
  for (let ms = from; ms <= last; ms = next(ms)) {
    if (all.length >= MAX_BINS) throw new PostProcessingError('The result has too many rows')
    all.push(ms)
  }
  return all
}

const step = (ms: NaiveMs, count: number, unit: TimeUnit) => addUnits(ms, count, unit) ?? Number.POSITIVE_INFINITY

const firstOf = (ms: NaiveMs) => naiveOf(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth())
