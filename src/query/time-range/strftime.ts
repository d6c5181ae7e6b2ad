import type { NaiveMs } from './naive.ts'

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
  j: (at) => String(Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1).padStart(3, '0'),
  a: (at) => (DAYS[at.getUTCDay()] ?? '').slice(0, 3),
  A: (at) => DAYS[at.getUTCDay()] ?? '',
  b: (at) => (MONTHS[at.getUTCMonth()] ?? '').slice(0, 3),
  B: (at) => MONTHS[at.getUTCMonth()] ?? '',
  w: (at) => String(at.getUTCDay()),
  F: (at) => at.toISOString().slice(0, 10),
  T: (at) => at.toISOString().slice(11, 19),
  '%': () => '%',
}

/** Writes a time by a strftime pattern; unknown fields stay as they are. */
export function strftime(ms: NaiveMs, pattern: string): string {
  const at = new Date(ms)
  return pattern.replace(/%([A-Za-z%])/g, (all, field: string) => FIELDS[field]?.(at) ?? all)
}
