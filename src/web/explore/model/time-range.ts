import { NO_FILTER } from './filters.ts'

export const QUICK_RANGES = [
  NO_FILTER,
  'Last day',
  'Last week',
  'Last month',
  'Last quarter',
  'Last year',
  'previous calendar week',
  'previous calendar month',
  'previous calendar quarter',
  'previous calendar year',
  'Current day',
  'Current week',
  'Current month',
  'Current quarter',
  'Current year',
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
