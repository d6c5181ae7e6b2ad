import { writing } from './writing.ts'

const DAY_MS = 86_400_000

type Part = (date: Date) => string | number

const two = (value: number) => String(value).padStart(2, '0')
const three = (value: number) => String(value).padStart(3, '0')
const dayName = (date: Date) => writing().days[date.getUTCDay()] ?? ''
const monthName = (date: Date) => writing().months[date.getUTCMonth()] ?? ''
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS) + 1

const PARTS: Readonly<Record<string, Part>> = {
  a: (date) => dayName(date).slice(0, writing().dayLetters),
  A: dayName,
  b: (date) => monthName(date).slice(0, 3),
  B: monthName,
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2, ' '),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(hour12(date)),
  j: (date) => three(dayOfYear(date)),
  L: (date) => three(date.getUTCMilliseconds()),
  m: (date) => two(date.getUTCMonth() + 1),
  M: (date) => two(date.getUTCMinutes()),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  q: (date) => Math.floor(date.getUTCMonth() / 3) + 1,
  s: (date) => Math.floor(date.getTime() / 1000),
  S: (date) => two(date.getUTCSeconds()),
  u: (date) => date.getUTCDay() || 7,
  w: (date) => date.getUTCDay(),
  y: (date) => two(date.getUTCFullYear() % 100),
  Y: (date) => date.getUTCFullYear(),
  Z: () => '+0000',
}

/** Writes a time in UTC by a strftime pattern with the names of the language at hand; `%-d` leaves the padding out. Unknown parts stay as they are. */
export function strftime(pattern: string): (date: Date) => string {
  const { date, clock } = writing()
  const whole = pattern.replaceAll('%c', '%x, %X').replaceAll('%x', date).replaceAll('%X', clock)
  return (time) =>
    whole.replace(/%([-_0]?)([a-zA-Z%])/g, (all, flag: string, name: string) => {
      if (name === '%') return '%'
      const part = PARTS[name]
      if (part === undefined) return all
      const text = String(part(time))
      return flag === '-' ? text.replace(/^[0 ]+(?=\d)/, '') : text
    })
}
