import { DAY_MS, type NaiveMs } from './naive.ts'

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const FIELDS: Readonly<Record<string, (at: Date) => string>> = {
  Y: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  y: (at) => two(at.getUTCFullYear() % 100),
  m: (at) => two(at.getUTCMonth() + 1),
  d: (at) => two(at.getUTCDate()),
  H: (at) => two(at.getUTCHours()),
  I: (at) => two(at.getUTCHours() % 12 || 12),
  p: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: (at) => two(at.getUTCMinutes()),
  S: (at) => two(at.getUTCSeconds()),
  f: (at) => `${String(at.getUTCMilliseconds()).padStart(3, '0')}000`,
  j: (at) => String(dayOfYear(at) + 1).padStart(3, '0'),
  a: (at) => (DAYS[at.getUTCDay()] ?? '').slice(0, 3),
  A: (at) => DAYS[at.getUTCDay()] ?? '',
  b: (at) => (MONTHS[at.getUTCMonth()] ?? '').slice(0, 3),
  B: (at) => MONTHS[at.getUTCMonth()] ?? '',
  w: (at) => String(at.getUTCDay()),
  u: (at) => String(at.getUTCDay() || 7),
  e: (at) => String(at.getUTCDate()).padStart(2),
  U: (at) => two(weekFrom(at, at.getUTCDay())),
  W: (at) => two(weekFrom(at, (at.getUTCDay() + 6) % 7)),
  V: (at) => two(Math.floor(dayOfYear(thursdayOf(at)) / 7) + 1),
  G: (at) => String(thursdayOf(at).getUTCFullYear()),
  s: (at) => String(Math.floor(at.getTime() / 1000)),
  c: (at) => strftime(at.getTime(), '%a %b %e %H:%M:%S %Y'),
  x: (at) => strftime(at.getTime(), '%m/%d/%y'),
  X: (at) => at.toISOString().slice(11, 19),
  D: (at) => strftime(at.getTime(), '%m/%d/%y'),
  R: (at) => at.toISOString().slice(11, 16),
  F: (at) => at.toISOString().slice(0, 10),
  T: (at) => at.toISOString().slice(11, 19),
  // The times have no zone.
  z: () => '',
  Z: () => '',
  '%': () => '%',
}

const dayOfYear = (at: Date) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY_MS)

/** The number of the week of its year, by which day of its week a day is; 0 before the first whole week. */
const weekFrom = (at: Date, dayOfWeek: number) => Math.floor((dayOfYear(at) + 7 - dayOfWeek) / 7)

/** The Thursday of a week from Monday: the year that it lies in is the week's. */
const thursdayOf = (at: Date) => new Date(at.getTime() + (3 - ((at.getUTCDay() + 6) % 7)) * DAY_MS)

/** Writes a time by a strftime pattern; `%-d` leaves out leading zeros, and unknown fields stay as they are. */
export function strftime(ms: NaiveMs, pattern: string): string {
  const at = new Date(ms)
  return pattern.replace(/%(-?)([A-Za-z%])/g, (all, bare: string, field: string) => {
    const text = FIELDS[field]?.(at) ?? all
    return bare && text !== all ? text.replace(/^[0 ]+(?=\d)/, '') : text
  })
}
