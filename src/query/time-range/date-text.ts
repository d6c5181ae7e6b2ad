import { daysInMonth, naiveOf } from './calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnight, type NaiveMs, SECOND_MS } from './naive.ts'

const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i
const TIME = /\b(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(am|pm)?\b|\b(\d{1,2})\s*(am|pm)\b/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_WORD =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY_WORD = /^(sun(day)?|mon(day)?|tue(s(day)?)?|wed(nesday)?|thu(r(s(day)?)?)?|fri(day)?|sat(urday)?)$/
const FILLERS = new Set(['of', 'at', 'on', 'the', 'st', 'nd', 'rd', 'th', 'and', 't', 'gmt', 'utc', 'z'])

interface Fields {
  year: number | null
  month: number | null
  day: number | null
  weekday: number | null
}

/**
 * A date or time as it is commonly written: ISO, `5 March`, `Mar 2023`, `1/2/2024` (month first), `12:30`, `5pm`.
 * What is left out is taken from the first of January of the clock's year. A zone suffix is dropped.
 */
export function readDate(text: string, now: NaiveMs): NaiveMs | null {
  const iso = readIso(text)
  if (iso !== undefined) return iso
  const time = TIME.exec(text)
  const clock = time ? clockOf(time) : 0
  if (clock === null) return null
  const rest = time ? `${text.slice(0, time.index)} ${text.slice(time.index + time[0].length)}` : text
  const fields = readFields(rest, now)
  if (!fields) return null
  return place(fields, now, clock)
}

/** Undefined for a text of another form, null for a date that does not exist. */
function readIso(text: string): NaiveMs | null | undefined {
  const found = ISO.exec(text)
  if (!found) return undefined
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [hour, minute, second] = [Number(found[4] ?? 0), Number(found[5] ?? 0), Number(found[6] ?? 0)]
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null
  const fraction = fractionMs(found[7])
  return naiveOf(year, month - 1, day, hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction)
}

/** Whole microseconds, as milliseconds. */
const fractionMs = (digits = '0') => Math.floor(Number(`0.${digits}`) * 1_000_000 + 1e-6) / 1000

const isDay = (year: number, month: number, day: number) =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month - 1)

function clockOf(found: RegExpExecArray): number | null {
  const half = (found[5] ?? found[7])?.toLowerCase()
  const hour = Number(found[1] ?? found[6])
  const minute = Number(found[2] ?? 0)
  const second = Number(found[3] ?? 0)
  if (hour > (half ? 12 : 23) || minute > 59 || second > 59) return null
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  return hours * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fractionMs(found[4])
}

function readFields(text: string, now: NaiveMs): Fields | null {
  const fields: Fields = { year: null, month: null, day: null, weekday: null }
  const numbers: string[] = []
  for (const token of text.toLowerCase().match(/\d+|[a-z]+|[^\s\d a-z,./-]/g) ?? []) {
    if (/^\d+$/.test(token)) numbers.push(token)
    else if (MONTH_WORD.test(token)) fields.month = MONTHS.indexOf(token.slice(0, 3)) + 1
    else if (DAY_WORD.test(token)) fields.weekday = DAYS.indexOf(token.slice(0, 3))
    else if (!FILLERS.has(token)) return null
  }
  return assign(fields, numbers, now)
}

/** Decides which number is year, month and day. */
function assign(fields: Fields, numbers: readonly string[], now: NaiveMs): Fields | null {
  if (numbers.length > 3) return null
  const open: number[] = []
  for (const number of numbers) {
    const value = Number(number)
    const isYear = number.length >= 3 || value > 31
    if (!isYear) open.push(value)
    else if (fields.year !== null || number.length > 4) return null
    else fields.year = number.length < 3 ? shortYear(value, now) : value
  }
  return assignShort(fields, open, numbers, now)
}

function assignShort(fields: Fields, open: readonly number[], numbers: readonly string[], now: NaiveMs): Fields | null {
  const [first = null, second = null, third = null] = open
  const yearOf = (digits: number | null) => (digits === null ? null : shortYear(digits, now))
  if (fields.month !== null) return { ...fields, day: first, year: fields.year ?? yearOf(second) }
  if (first === null) return fields
  if (second === null) return alone(fields, first)
  const isYearFirst = (numbers[0]?.length ?? 0) >= 3
  const isDayFirst = first > 12 && !isYearFirst
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  return { ...fields, month, day, year: fields.year ?? yearOf(third) }
}

/** Two digits are a year at most fifty years off. */
function shortYear(digits: number, now: NaiveMs): number {
  const year = new Date(now).getUTCFullYear()
  const near = year - (year % 100) + digits
  if (near >= year + 50) return near - 100
  return near < year - 50 ? near + 100 : near
}

/** After a year a single number is a month, alone it is a day. */
function alone(fields: Fields, number: number): Fields | null {
  if (fields.year !== null) return { ...fields, month: number }
  return number > 0 ? { ...fields, day: number } : null
}

function place(fields: Fields, now: NaiveMs, clock: number): NaiveMs | null {
  const year = fields.year ?? new Date(now).getUTCFullYear()
  const month = fields.month ?? 1
  const day = fields.day ?? 1
  if (!isDay(year, month, day)) return null
  const at = naiveOf(year, month - 1, day)
  const isWeekdayOpen = fields.weekday !== null && fields.day === null
  const ahead = isWeekdayOpen ? ((fields.weekday ?? 0) - new Date(at).getUTCDay() + 7) % 7 : 0
  return midnight(at) + ahead * DAY_MS + clock
}
