import { dayAndMonth, timeInFull } from '../../../charts/parts/time-format.ts'

export const NO_FILTER = 'No filter'

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const

/** Ranges that move with the clock, in rows: a word and its units. */
export const QUICK_RANGES = [
  { label: 'Last', ranges: UNITS.map((unit) => ({ unit, range: `Last ${unit}` })) },
  {
    label: 'Calendar, before',
    ranges: UNITS.filter((unit) => unit !== 'day').map((unit) => ({ unit, range: `previous calendar ${unit}` })),
  },
  { label: 'Current', ranges: UNITS.map((unit) => ({ unit, range: `Current ${unit}` })) },
] as const

/** The days of a fixed range such as `2024-01-01 : 2024-07-01`; empty where an end is open or no day. */
export function rangeEnds(range: string): { readonly since: string; readonly until: string } {
  const [since = '', until = ''] = / :|^:/.test(range) ? splitRange(range) : []
  return { since: day(since), until: day(until) }
}

/** A range from one day up to another, which is left out; without both, no filter. */
export function fixedRange(since: string, until: string): string {
  return since === '' && until === '' ? NO_FILTER : `${since} : ${until}`
}

function splitRange(range: string): readonly string[] {
  const at = range.indexOf(' :')
  return at < 0 ? ['', range.slice(2)] : [range.slice(0, at), range.slice(at + 2)]
}

const day = (text: string): string => /^\s*(\d{4}-\d{2}-\d{2})(T00:00:00)?\s*$/.exec(text)?.[1] ?? ''

const DAY_MS = 86_400_000

/** A range as a person reads it: both days are part of it. Words stay words. */
export function rangeText(range: string, say: (text: string) => string = (text) => text): string {
  const { since, until } = rangeEnds(range)
  if (since === '' || until === '') return `· ${say(range)}`
  const first = new Date(since)
  const last = new Date(Date.parse(until) - DAY_MS)
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear()
  const withYear = timeInFull(null, 'P1D')
  return `${isOneYear ? dayAndMonth(first) : withYear(first.getTime())} – ${withYear(last.getTime())}`
}
