import { timeInTable } from '../parts/time-format.ts'
import { writing } from '../parts/writing.ts'

type Values = readonly unknown[]
export type Helper = (values: Values, named: Readonly<Record<string, unknown>>, locale: string) => unknown

/** Times are their milliseconds; lists and the like are no numbers. */
const number = (value: unknown): number =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? Number.NaN : Number(value)
const same = (a: unknown, b: unknown): boolean =>
  a instanceof Date || b instanceof Date ? number(a) === number(b) : a === b
const sumBy =
  (join: (a: number, b: number) => number): Helper =>
  (values) =>
    values.map(number).reduce(join)
const compared =
  (holds: (a: unknown, b: unknown) => boolean): Helper =>
  ([a, b]) =>
    holds(a, b)

/** What is taken for no: as in templates everywhere, an empty list too. */
export const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** What templates may call: formats, comparisons and sums. Nothing of them reaches outside of their values. */
export const HELPERS: Readonly<Record<string, Helper>> = {
  dateFormat: ([value], { format }) => dateText(value, typeof format === 'string' ? format : 'YYYY-MM-DD'),
  formatNumber: ([value, tag], named, locale) => numberText(value, typeof tag === 'string' ? tag : locale, named),
  stringify: ([value]) => JSON.stringify(value) ?? '',
  lookup: ([value, key]) => ownOf(value, String(key)),
  eq: compared(same),
  ne: compared((a, b) => !same(a, b)),
  neq: compared((a, b) => !same(a, b)),
  lt: compared((a, b) => number(a) < number(b)),
  lte: compared((a, b) => number(a) <= number(b)),
  gt: compared((a, b) => number(a) > number(b)),
  gte: compared((a, b) => number(a) >= number(b)),
  and: (values) => values.every(isTrue),
  or: (values) => values.some(isTrue),
  not: ([value]) => !isTrue(value),
  sum: sumBy((a, b) => a + b),
  add: sumBy((a, b) => a + b),
  difference: sumBy((a, b) => a - b),
  subtract: sumBy((a, b) => a - b),
  multiplication: sumBy((a, b) => a * b),
  multiply: sumBy((a, b) => a * b),
  division: sumBy((a, b) => a / b),
  divide: sumBy((a, b) => a / b),
  ceil: ([value]) => Math.ceil(number(value)),
  floor: ([value]) => Math.floor(number(value)),
  abs: ([value]) => Math.abs(number(value)),
  concat: (values) => values.map(textOf).join(''),
  uppercase: ([value]) => textOf(value).toUpperCase(),
  lowercase: ([value]) => textOf(value).toLowerCase(),
  join: ([list, glue]) =>
    Array.isArray(list) ? list.map(textOf).join(typeof glue === 'string' ? glue : ', ') : textOf(list),
  count: ([list]) => (Array.isArray(list) ? list.length : 0),
  first: ([list]) => (Array.isArray(list) ? list[0] : undefined),
  last: ([list]) => (Array.isArray(list) ? list.at(-1) : undefined),
}

/** What a value has of its own under a name; nothing that it inherits. */
export function ownOf(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return name === 'length' ? value.length : /^\d+$/.test(name) ? value[Number(name)] : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

const wholeTime = timeInTable(null)

export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Date) return wholeTime(value.getTime())
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}

const formats = new Map<string, Intl.NumberFormat>()
const MOST_FORMATS = 100

/** Made once, which takes longer than to write a number. */
function numberFormat(locale: string, named: Readonly<Record<string, unknown>>): Intl.NumberFormat {
  const key = JSON.stringify([locale, named])
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, named as Intl.NumberFormatOptions)
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(key, format)
  return format
}

/** A number as a language writes it, with the settings of `Intl.NumberFormat`. What those do not know leaves it as it is. */
function numberText(value: unknown, locale: string, named: Readonly<Record<string, unknown>>): string {
  const known = number(value)
  if (Number.isNaN(known)) return textOf(value)
  try {
    return numberFormat(locale, named).format(known)
  } catch {
    return String(known)
  }
}

function dateOf(value: unknown): Date {
  if (value instanceof Date) return value
  if (typeof value === 'number') return new Date(value)
  return new Date(typeof value !== 'string' ? Number.NaN : /^-?\d+$/.test(value) ? Number(value) : value)
}

const PLACES = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a/g
const two = (value: number) => String(value).padStart(2, '0')
const SHORT = 3

/** A time by the letters that templates have for its parts, such as `D MMM YYYY`; a text that is no time stays. */
function dateText(value: unknown, format: string): string {
  const date = dateOf(value)
  if (Number.isNaN(date.getTime())) return textOf(value)
  const { months, days, dayLetters } = writing()
  const month = months[date.getUTCMonth()] ?? ''
  const day = days[date.getUTCDay()] ?? ''
  const hours = date.getUTCHours()
  const half = hours % 12 === 0 ? 12 : hours % 12
  const parts: Readonly<Record<string, string>> = {
    YYYY: String(date.getUTCFullYear()),
    YY: two(date.getUTCFullYear() % 100),
    MMMM: month,
    MMM: month.slice(0, SHORT),
    MM: two(date.getUTCMonth() + 1),
    M: String(date.getUTCMonth() + 1),
    DD: two(date.getUTCDate()),
    D: String(date.getUTCDate()),
    dddd: day,
    ddd: day.slice(0, dayLetters),
    HH: two(hours),
    H: String(hours),
    hh: two(half),
    h: String(half),
    mm: two(date.getUTCMinutes()),
    m: String(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    s: String(date.getUTCSeconds()),
    A: hours < 12 ? 'AM' : 'PM',
    a: hours < 12 ? 'am' : 'pm',
  }
  return format.replace(PLACES, (place, literal: string | undefined) => literal ?? parts[place] ?? place)
}
