import { DAY_MS, midnight, type NaiveMs } from '../time-range/naive.ts'

/** Days on which periods begin or end: every weekday, or some days of some months. */
export interface MarkedDays {
  /** A period is named by the day on which it ends. */
  readonly isEnd: boolean
  /** A period that ends on a day holds the whole of it, and no period is empty at the end. */
  readonly holdsDay: boolean
  /** The marked days of a month, ascending; the month counts from that of January 1970 on. */
  daysOf(month: number): readonly NaiveMs[]
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const YEAR = 12
/** Beyond it no day is looked for; the calendar of the language has an end. */
const MOST_MONTHS = 1_000 * YEAR
const MIDDLE = 15
const RULE = /^(B|C|SM|SMS|BM|BMS|CBM|CBMS|BQ|BQS|BA|BY|BAS|BYS)(?:-(\w+))?$/

const firstOf = (month: number): NaiveMs => Date.UTC(1970, month)
const lastOf = (month: number): NaiveMs => firstOf(month + 1) - DAY_MS
const isWeekend = (day: NaiveMs) => new Date(day).getUTCDay() % 6 === 0
const monthOf = (day: NaiveMs) => {
  const date = new Date(day)
  return (date.getUTCFullYear() - 1970) * YEAR + date.getUTCMonth()
}

function weekdaysOf(month: number): readonly NaiveMs[] {
  const length = Math.round((firstOf(month + 1) - firstOf(month)) / DAY_MS)
  const all = Array.from({ length }, (_, i) => firstOf(month) + i * DAY_MS)
  return all.filter((day) => !isWeekend(day))
}

/** The days that an alias without its count marks, such as `B`, `SM-10`, `BMS` or `BQ-FEB`; null for any other. */
export function markedDays(rule: string): MarkedDays | null {
  const [, name = '', anchor] = RULE.exec(rule) ?? []
  if (name === '') return null
  if (name === 'B' || name === 'C')
    return anchor === undefined ? { isEnd: false, holdsDay: true, daysOf: weekdaysOf } : null
  return name.startsWith('SM') ? halfMonths(name === 'SMS', anchor) : businessPeriods(name, anchor)
}

function halfMonths(isStart: boolean, anchor: string | undefined): MarkedDays | null {
  const day = anchor === undefined ? MIDDLE : Number(anchor)
  if (!/^\d+$/.test(anchor ?? '1') || day < (isStart ? 2 : 1) || day > 27) return null
  const within = (month: number) => firstOf(month) + (day - 1) * DAY_MS
  const daysOf = (month: number) => (isStart ? [firstOf(month), within(month)] : [within(month), lastOf(month)])
  return { isEnd: false, holdsDay: false, daysOf }
}

/** The first or last weekday of months, quarters or years. */
function businessPeriods(name: string, anchor: string | undefined): MarkedDays | null {
  const isStart = name.endsWith('S')
  const length = /^C?BM/.test(name) ? 1 : name.startsWith('BQ') ? 3 : YEAR
  const month = anchor === undefined ? (isStart ? 0 : YEAR - 1) : MONTHS.indexOf(anchor)
  if (month < 0 || (length === 1 && anchor !== undefined)) return null
  const daysOf = (at: number) => {
    const days = (at - month) % length === 0 ? weekdaysOf(at) : []
    return isStart ? days.slice(0, 1) : days.slice(-1)
  }
  return { isEnd: !isStart && name !== 'CBM', holdsDay: name === 'BM' || name.startsWith('BQ'), daysOf }
}

/** The names of the periods from the one of a first time to the one of a last, each so many marked days long. */
export function labelsOf(days: MarkedDays, count: number, first: NaiveMs, last: NaiveMs, most: number): NaiveMs[] {
  const from = midnight(first)
  const to = midnight(last)
  const before = marked(days, from, -1, days.isEnd ? count : 1, !days.isEnd)
  const end = marked(days, to, 1, count, false)[count - 1] ?? to
  const edges = edgesFrom(days, count, before.at(-1) ?? from, end, most)
  const reach = days.isEnd ? DAY_MS - 1 : 0
  if (days.holdsDay && (edges.at(-2) ?? 0) + reach > last) edges.pop()
  return days.isEnd ? edges.slice(1) : edges.slice(0, -1)
}

function edgesFrom(days: MarkedDays, count: number, first: NaiveMs, end: NaiveMs, most: number): NaiveMs[] {
  const edges = [first]
  for (let at = first; edges.length <= most; ) {
    const next = marked(days, at, 1, count, false)[count - 1]
    if (next === undefined || next > end) break
    edges.push(next)
    at = next
  }
  return edges
}

/** So many marked days after (1) or before (-1) a day, the nearest first. */
function marked(
  { daysOf }: MarkedDays,
  day: NaiveMs,
  step: 1 | -1,
  count: number,
  isIncluded: boolean,
): readonly NaiveMs[] {
  const found: NaiveMs[] = []
  const fits = (one: NaiveMs) => (isIncluded && one === day) || Math.sign(one - day) === step
  const from = monthOf(day)
  for (let month = from; found.length < count && Math.abs(month - from) < MOST_MONTHS; month += step) {
    const own = daysOf(month).filter(fits)
    found.push(...(step === 1 ? own : own.toReversed()))
  }
  return found.slice(0, count)
}
