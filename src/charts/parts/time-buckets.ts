const FIXED_MS: Readonly<Record<string, number>> = {
  PT1S: 1000,
  PT5S: 5000,
  PT30S: 30_000,
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  PT1H: 3_600_000,
  PT6H: 21_600_000,
  P1D: 86_400_000,
  P7D: 604_800_000,
  P1W: 604_800_000,
}
const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, 'P0.25Y': 3, P1Y: 12 }
const MAX_BUCKETS = 2000

/** Every bucket from the first to the last time, so that a missing one leaves its place empty. */
export function timeBuckets(times: readonly number[], grain: string | null): readonly number[] {
  const sorted = [...new Set(times)].toSorted((a, b) => a - b)
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined || grain === null) return sorted
  const filled = fill(first, last, grain)
  const holds = new Set(filled)
  return filled.length > 0 && sorted.every((time) => holds.has(time)) ? filled : sorted
}

function fill(first: number, last: number, grain: string): readonly number[] {
  const step = FIXED_MS[grain.replace(/^1969-12-2\d.*\/|\/1970-01-0\d.*$/g, '')]
  const months = MONTHS[grain]
  const buckets: number[] = []
  for (let at = first; at <= last && buckets.length <= MAX_BUCKETS; ) {
    buckets.push(at)
    if (step) at += step
    else if (months) at = addMonths(at, months)
    else return []
  }
  return buckets.length > MAX_BUCKETS ? [] : buckets
}

function addMonths(ms: number, count: number): number {
  const date = new Date(ms)
  return date.setUTCMonth(date.getUTCMonth() + count)
}
