import { textWidth } from './axis.ts'
import { toNumber } from './number-format.ts'
import { timeBuckets } from './time-buckets.ts'
import { timeAtStart, timeOnAxis } from './time-format.ts'

/** Where marks stand: a place for each category, the row that fills it, and its label. */
export interface Places {
  readonly labels: readonly string[]
  /** Undefined is a time bucket without a row. */
  readonly rows: readonly (number | undefined)[]
  readonly labelStyle: Record<string, unknown>
  /** The start of each place on an axis of time, else none. */
  readonly times: readonly number[]
}

interface TimeRules {
  readonly format: string | null
  readonly grain: string | null
  readonly width: number
}

/** A place for each bucket of time, with as many labels as there is room for. Rows without a time have none. */
export function timePlaces(cells: readonly unknown[], { format, grain, width }: TimeRules): Places {
  const dated = cells.flatMap((cell, row) => {
    const time = toNumber(cell)
    return time === null ? [] : [{ time, row }]
  })
  const times = dated.map(({ time }) => time)
  const isAscending = (times[0] ?? 0) <= (times.at(-1) ?? 0)
  const filled = timeBuckets(times, grain)
  const buckets = isAscending ? filled : filled.toReversed()
  const rowOf = new Map(dated.map(({ time, row }) => [time, row]))
  const inside = timeOnAxis(format, grain)
  const start = timeAtStart(format, grain)
  const widest = Math.max(0, ...buckets.slice(0, 50).map((time) => textWidth(start(time)))) + 12
  const step = Math.max(1, Math.ceil((buckets.length * widest) / Math.max(width - 48, widest)))
  const shown = buckets.map((time, index) => (index % step === 0 ? time : null))
  return {
    rows: buckets.map((time) => rowOf.get(time)),
    times: buckets,
    labels: shown.map((time, index) => labelAt(shown, time, index, inside, start)),
    labelStyle: { interval: 0, hideOverlap: false },
  }
}

function labelAt(
  shown: readonly (number | null)[],
  time: number | null,
  index: number,
  inside: (ms: number) => string,
  start: (ms: number) => string,
): string {
  if (time === null) return ''
  const before = shown.slice(0, index).findLast((one) => one !== null)
  const isNewYear = before == null || new Date(before).getUTCFullYear() !== new Date(time).getUTCFullYear()
  return isNewYear ? start(time) : inside(time)
}
