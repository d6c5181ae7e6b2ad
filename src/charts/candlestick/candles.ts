import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryLabels } from '../parts/category-labels.ts'
import { categoryText, categoryWriter, columnOf, isTemporal } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import { type Places, timePlaces } from '../parts/time-places.ts'
import type { CandlestickOptions } from './options.ts'
import { measuresOf } from './query.ts'

type Value = number | null

export interface Candle {
  readonly open: Value
  readonly close: Value
  readonly low: Value
  readonly high: Value
}

/** The candles of a group, one for each place of the axis; null where it has none. */
export interface CandleGroup {
  readonly name: string
  readonly candles: readonly (Candle | null)[]
}

export interface CandleModel {
  readonly places: Places
  /** The names of the places in full. */
  readonly titles: readonly string[]
  readonly groups: readonly CandleGroup[]
}

export function candleModel(
  options: CandlestickOptions,
  frame: Frame,
  { width, writeTime }: { readonly width: number; writeTime(ms: number): string },
): CandleModel {
  const label = options.xAxis === null ? '' : columnLabel(options.xAxis)
  const xs = columnOf(frame, label)
  const isTime = isTemporal(frame, frame.names.indexOf(label))
  const keys = [...new Set(xs)]
  const places = isTime ? placesOfTimes(options, keys, width) : placesOfWords(keys, width)
  const shown = places.rows.map((row) => (row === undefined ? undefined : keys[row]))
  const names = options.series === null ? null : columnOf(frame, columnLabel(options.series))
  const write = options.series === null ? categoryText : categoryWriter(frame, columnLabel(options.series))
  const cells = measuresOf(options).map((measure) => columnOf(frame, measure === null ? '' : metricLabel(measure)))
  const candleAt = (row: number): Candle => {
    const [open = null, close = null, low = null, high = null] = cells.map((column) => toNumber(column[row]))
    return { open, close, low, high }
  }
  const rows = Map.groupBy(xs.keys(), (row) => (names === null ? '' : write(names[row])))
  return {
    places,
    titles: shown.map((key, at) => titleOf(key, places.times[at], isTime, writeTime)),
    groups: [...rows].map(([name, own]) => {
      const byKey = new Map(own.map((row) => [xs[row], candleAt(row)]))
      return { name, candles: shown.map((key) => (key === undefined ? null : (byKey.get(key) ?? null))) }
    }),
  }
}

function titleOf(key: unknown, time: number | undefined, isTime: boolean, writeTime: (ms: number) => string): string {
  const at = isTime ? (time ?? key) : key
  return isTime && typeof at === 'number' ? writeTime(at) : categoryText(at)
}

/** Days without trade leave no gap: only places that have a candle stand on the axis. */
function placesOfTimes({ timeFormat }: CandlestickOptions, keys: readonly unknown[], width: number): Places {
  return timePlaces(keys, { format: timeFormat, grain: null, width })
}

const placesOfWords = (keys: readonly unknown[], width: number): Places => ({
  labels: keys.map(categoryText),
  rows: keys.map((_, row) => row),
  times: [],
  labelStyle: categoryLabels(keys.length, width),
})

/** The mean of so many values up to each place; null before there are as many. */
export function movingAverage(values: readonly Value[], period: number): readonly Value[] {
  return values.map((_, at) => {
    const own = values.slice(Math.max(0, at - period + 1), at + 1)
    const known = own.filter((value) => value !== null)
    return own.length < period || known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length
  })
}
