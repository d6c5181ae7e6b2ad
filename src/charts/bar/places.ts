import { textWidth } from '../parts/axis.ts'
import { categoryLabels, LISTED_LABELS } from '../parts/category-labels.ts'
import { categoryText } from '../parts/frame.ts'
import type { SeriesScene } from '../parts/series-scene.ts'
import { timeBuckets } from '../parts/time-buckets.ts'
import { timeAtStart, timeOnAxis } from '../parts/time-format.ts'
import type { BarOptions } from './options.ts'

/** Where bars stand: a place for each category, the row that fills it, and its label. */
export interface Places {
  readonly labels: readonly string[]
  /** Undefined is a time bucket without a row. */
  readonly rows: readonly (number | undefined)[]
  readonly labelStyle: Record<string, unknown>
  /** The start of each place on an axis of time, else none. */
  readonly times: readonly number[]
}

export function placesOf(options: BarOptions, scene: SeriesScene, width: number): Places {
  const { xKind, xValues } = scene.model
  if (xKind === 'time' && xValues.every((value) => value != null))
    return timePlaces(options, xValues.map(Number), width)
  const labels = xValues.map((value) => (xKind === 'category' ? categoryText(value) : scene.writeX(value)))
  const rows = labels.map((_, index) => index)
  if (options.orientation === 'horizontal') return { labels, rows, times: [], labelStyle: LISTED_LABELS }
  return { labels, rows, labelStyle: categoryLabels(labels.length, width), times: [] }
}

function timePlaces(options: BarOptions, times: readonly number[], width: number): Places {
  const isAscending = (times[0] ?? 0) <= (times.at(-1) ?? 0)
  const filled = timeBuckets(times, options.timeGrain)
  const buckets = isAscending ? filled : filled.toReversed()
  const rowOf = new Map(times.map((time, row) => [time, row]))
  const inside = timeOnAxis(options.xAxisTimeFormat, options.timeGrain)
  const start = timeAtStart(options.xAxisTimeFormat, options.timeGrain)
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
