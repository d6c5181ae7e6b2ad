import { naiveOf } from '../time-range/calendar.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, midnight, type NaiveMs, SECOND_MS } from '../time-range/naive.ts'
import { strftime } from '../time-range/strftime.ts'
import { Reader } from './arguments.ts'
import { type Arguments, Callable, Float, Instance, placesOf, TemplateError, type Value } from './value.ts'

const DATE_FIELDS = ['year', 'month', 'day'] as const
const CLOCK_FIELDS = ['hour', 'minute', 'second'] as const

const method = (name: string, call: (args: Arguments) => Value): Record<string, Value> => ({
  [name]: new Callable(name, call),
})

/** A point in time for templates: it prints, compares, is moved by lengths of time, and knows how to be written. */
export function moment(ms: NaiveMs): Instance {
  const at = new Date(ms)
  const clock = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }
  const fields = {
    ...dayFields(ms),
    ...clock,
    ...method('isoformat', () => isoOf(ms)),
    ...method('date', () => day(midnight(ms))),
    ...method('timestamp', () => new Float(ms / 1000)),
    ...method('replace', (args) => moment(replaced(ms, args))),
  }
  return new Instance('datetime', fields, isoOf(ms).replace('T', ' '), null, ms)
}

function day(ms: NaiveMs): Instance {
  const iso = isoOf(ms).slice(0, 10)
  const fields = {
    ...dayFields(ms),
    ...method('isoformat', () => iso),
    ...method('replace', (args) => day(replaced(ms, args))),
  }
  return new Instance('date', fields, iso, null, ms)
}

function dayFields(ms: NaiveMs): Record<string, Value> {
  const at = new Date(ms)
  const weekday = (at.getUTCDay() + 6) % 7
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    ...method('weekday', () => weekday),
    ...method('isoweekday', () => weekday + 1),
    ...method('strftime', (args) => strftime(ms, new Reader('strftime', args, ['format']).text('format', '%Y-%m-%d'))),
  }
}

function replaced(ms: NaiveMs, args: Arguments): NaiveMs {
  const at = new Date(ms)
  const reader = new Reader('replace', args, [...DATE_FIELDS, ...CLOCK_FIELDS, 'microsecond'])
  const days = [
    reader.number('year', at.getUTCFullYear()),
    reader.number('month', at.getUTCMonth() + 1),
    reader.number('day', at.getUTCDate()),
  ] as const
  const clock =
    reader.number('hour', at.getUTCHours()) * HOUR_MS +
    reader.number('minute', at.getUTCMinutes()) * MINUTE_MS +
    reader.number('second', at.getUTCSeconds()) * SECOND_MS +
    reader.number('microsecond', at.getUTCMilliseconds() * 1000) / 1000
  if (clock < 0 || clock >= DAY_MS) throw new TemplateError('replace(): a time of day is out of range')
  return onDay(days, clock)
}

function onDay([year, month, date]: readonly [number, number, number], clock: number): NaiveMs {
  const ms = naiveOf(year, month - 1, date, clock)
  const at = new Date(ms)
  if (at.getUTCDate() !== date || at.getUTCMonth() !== month - 1)
    throw new TemplateError('day is out of range for month')
  return ms
}

/** A length of time, as the difference of two times gives one. */
function duration(ms: number): Instance {
  const days = Math.floor(ms / DAY_MS)
  const rest = ms - days * DAY_MS
  const seconds = Math.floor(rest / SECOND_MS)
  const fields = { days, seconds, ...method('total_seconds', () => new Float(ms / 1000)) }
  const clock = isoOf(rest).slice(11).replace(/^0/, '')
  const text = days === 0 ? clock : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}`
  return new Instance('timedelta', fields, text, null, ms)
}

const isTime = (value: Value): value is Instance =>
  value instanceof Instance && (value.type === 'datetime' || value.type === 'date')
const isLength = (value: Value): value is Instance => value instanceof Instance && value.type === 'timedelta'

/** Time less time, time and length, length and length; null for anything else. */
export function combineTimes(operator: string, left: Value, right: Value): Instance | null {
  const sign = operator === '+' ? 1 : operator === '-' ? -1 : null
  if (sign === null) return null
  const places = placesOf(left, right)
  if (places && isLength(left)) return duration(places[0] + sign * places[1])
  if (places) return sign < 0 ? duration(places[0] - places[1]) : null
  return isTime(left) && isLength(right) ? moved(left, sign * (right.place ?? 0)) : null
}

function moved({ type, place }: Instance, by: number): Instance {
  const ms = (place ?? 0) + by
  return type === 'date' ? day(midnight(ms)) : moment(ms)
}

const FIELDS: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  y: '(?<y>\\d{2})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  I: '(?<I>\\d{1,2})',
  p: '(?<p>[AaPp][Mm])',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  f: '(?<f>\\d{1,6})',
}

/** Reads a text by a strftime pattern of numbers. */
export function parseMoment(text: string, format: string): NaiveMs {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%([A-Za-z])/g, (all, field: string) => FIELDS[field] ?? all)
  const found = new RegExp(`^${pattern}$`).exec(text)
  if (!found) throw new TemplateError(`time data '${text}' does not match format '${format}'`)
  const part = (field: string, otherwise: number) => Number(found.groups?.[field] ?? otherwise)
  const clock = hourOf(found.groups) * HOUR_MS + part('M', 0) * MINUTE_MS + part('S', 0) * SECOND_MS
  const fraction = Number((found.groups?.f ?? '0').padEnd(6, '0')) / 1000
  return onDay([yearOf(found.groups), part('m', 1), part('d', 1)], clock + fraction)
}

type Groups = Readonly<Record<string, string | undefined>> | undefined

/** Two digits below 69 are years of this century. */
function yearOf(groups: Groups): number {
  const short = groups?.y === undefined ? null : Number(groups.y)
  if (short === null) return Number(groups?.Y ?? 1900)
  return short < 69 ? 2000 + short : 1900 + short
}

function hourOf(groups: Groups): number {
  if (groups?.I === undefined) return Number(groups?.H ?? 0)
  return (Number(groups.I) % 12) + (/^p/i.test(groups.p ?? '') ? 12 : 0)
}
