import { naiveOf } from './calendar.ts'
import { DAY_MS, type NaiveMs } from './naive.ts'
import { TimeRangeError } from './problem.ts'

type Rule = (year: number) => NaiveMs

const fixed =
  (month: number, day: number): Rule =>
  (year) =>
    naiveOf(year, month - 1, day)
/** The nth weekday (0 is Sunday) of a month; -1 is the last. */
const nth =
  (month: number, weekday: number, n: number): Rule =>
  (year) => {
    const edge = n > 0 ? naiveOf(year, month - 1, 1) : naiveOf(year, month, 0)
    const day = new Date(edge).getUTCDay()
    const step = n > 0 ? (weekday - day + 7) % 7 : -((day - weekday + 7) % 7)
    return edge + (step + (n > 0 ? (n - 1) * 7 : 0)) * DAY_MS
  }
const easter =
  (offset: number): Rule =>
  (year) =>
    easterSunday(year) + offset * DAY_MS

/** Easter Sunday of the western churches (anonymous Gregorian algorithm). */
function easterSunday(year: number): NaiveMs {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const day = epact + weekday - 7 * late + 114
  return naiveOf(year, Math.floor(day / 31) - 1, (day % 31) + 1)
}

type Calendar = readonly (readonly [name: string, rule: Rule])[]

const HOLIDAYS: Readonly<Record<string, Calendar>> = {
  US: [
    ["New Year's Day", fixed(1, 1)],
    ['Martin Luther King Jr. Day', nth(1, 1, 3)],
    ["Washington's Birthday", nth(2, 1, 3)],
    ['Memorial Day', nth(5, 1, -1)],
    ['Juneteenth National Independence Day', fixed(6, 19)],
    ['Independence Day', fixed(7, 4)],
    ['Labor Day', nth(9, 1, 1)],
    ['Columbus Day', nth(10, 1, 2)],
    ['Veterans Day', fixed(11, 11)],
    ['Thanksgiving Day', nth(11, 4, 4)],
    ['Christmas Day', fixed(12, 25)],
  ],
  GB: [
    ["New Year's Day", fixed(1, 1)],
    ['Good Friday', easter(-2)],
    ['May Day', nth(5, 1, 1)],
    ['Spring Bank Holiday', nth(5, 1, -1)],
    ['Christmas Day', fixed(12, 25)],
    ['Boxing Day', fixed(12, 26)],
  ],
  DE: [
    ["New Year's Day", fixed(1, 1)],
    ['Good Friday', easter(-2)],
    ['Easter Monday', easter(1)],
    ['Labor Day', fixed(5, 1)],
    ['Ascension Day', easter(39)],
    ['Whit Monday', easter(50)],
    ['German Unity Day', fixed(10, 3)],
    ['Christmas Day', fixed(12, 25)],
    ['Second Day of Christmas', fixed(12, 26)],
  ],
  FR: [
    ["New Year's Day", fixed(1, 1)],
    ['Easter Monday', easter(1)],
    ['Labor Day', fixed(5, 1)],
    ['Victory Day', fixed(5, 8)],
    ['Ascension Day', easter(39)],
    ['Whit Monday', easter(50)],
    ['National Day', fixed(7, 14)],
    ['Assumption Day', fixed(8, 15)],
    ["All Saints' Day", fixed(11, 1)],
    ['Armistice Day', fixed(11, 11)],
    ['Christmas Day', fixed(12, 25)],
  ],
}

/** The day of a public holiday, found by a part of its name. */
export function holiday(name: string, year: number, country: string): NaiveMs {
  const calendar = HOLIDAYS[country.toUpperCase()]
  if (!calendar) throw new TimeRangeError(`Country ${country} not available`)
  const wanted = name.trim().toLowerCase()
  const found = calendar.find(([known]) => matches(known.toLowerCase(), wanted))
  if (!found || wanted === '') throw new TimeRangeError(`Unable to find such a holiday: [${name}]`)
  return found[1](year)
}

const matches = (known: string, wanted: string) =>
  known === wanted || known.startsWith(`${wanted} `) || known.startsWith(`${wanted}'`)
