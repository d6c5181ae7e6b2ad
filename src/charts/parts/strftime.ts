const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const DAY_MS = 86_400_000

type Part = (date: Date) => string | number

const two = (value: number) => String(value).padStart(2, '0')
const three = (value: number) => String(value).padStart(3, '0')
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS) + 1

const PARTS: Readonly<Record<string, Part>> = {
  a: (date) => (LONG_DAYS[date.getUTCDay()] ?? '').slice(0, 3),
  A: (date) => LONG_DAYS[date.getUTCDay()] ?? '',
  b: (date) => (LONG_MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  B: (date) => LONG_MONTHS[date.getUTCMonth()] ?? '',
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
const GROUPS: Readonly<Record<string, string>> = {
  x: '%-m/%-d/%Y',
  X: '%-I:%M:%S %p',
  c: '%-m/%-d/%Y, %-I:%M:%S %p',
}

/** Writes a time in UTC by a strftime pattern; `%-d` leaves the padding out. Unknown parts stay as they are. */
export function strftime(pattern: string): (date: Date) => string {
  const whole = pattern.replace(/%([xXc])/g, (_, name: string) => GROUPS[name] ?? '')
  return (date) =>
    whole.replace(/%([-_0]?)([a-zA-Z%])/g, (all, flag: string, name: string) => {
      if (name === '%') return '%'
      const part = PARTS[name]
      if (part === undefined) return all
      const text = String(part(date))
      return flag === '-' ? text.replace(/^[0 ]+(?=\d)/, '') : text
    })
}
