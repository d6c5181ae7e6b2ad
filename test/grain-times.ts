const DAY_MS = 86_400_000
const SIZES: Readonly<Record<string, number>> = {
  PT1S: 1,
  PT5S: 5,
  PT30S: 30,
  PT1M: 60,
  PT5M: 300,
  PT10M: 600,
  PT15M: 900,
  PT30M: 1_800,
  PT1H: 3_600,
  PT6H: 21_600,
  P1D: 86_400,
}
/** First day of the week (0 = Sunday) and days from there to the day that is shown. */
const WEEKS: Readonly<Record<string, readonly [first: number, shown: number]>> = {
  P1W: [1, 0],
  '1969-12-28T00:00:00Z/P1W': [0, 0],
  '1969-12-29T00:00:00Z/P1W': [1, 0],
  'P1W/1970-01-03T00:00:00Z': [0, 6],
  'P1W/1970-01-04T00:00:00Z': [1, 6],
}
const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 }

/** A Wednesday, a Sunday, long before 1970, and in an hour that Europe leaves out. */
export const GRAIN_TIMES = ['2024-05-15 13:47:31', '2024-05-19 23:59:59', '1890-05-07 13:47:31', '2024-03-31 02:30:00']

/** Milliseconds since 1970 of a time truncated to a grain, by plain arithmetic in UTC. */
export function truncatedTo(grain: string, time: string): number {
  const ms = Date.parse(`${time.replace(' ', 'T')}Z`)
  const size = SIZES[grain]
  if (size !== undefined) return Math.floor(ms / (size * 1000)) * size * 1000
  const at = new Date(ms)
  const week = WEEKS[grain]
  if (week) {
    const day = Math.floor(ms / DAY_MS) * DAY_MS
    return day - ((at.getUTCDay() - week[0] + 7) % 7) * DAY_MS + week[1] * DAY_MS
  }
  const months = MONTHS[grain]
  if (months === undefined) throw new Error(`no grain ${grain}`)
  return Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / months) * months, 1)
}
