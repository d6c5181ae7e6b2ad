import { own } from '../../kernel/own.ts'
import { appendColumns } from './append.ts'
import {
  columnsNamed,
  type DataFrame,
  dropRows,
  type FrameColumn,
  numbersOf,
  numericType,
  PostProcessingError,
  requireColumns,
  rowCount,
} from './frame.ts'
import { mapping, numberOr } from './options.ts'
import { ascending, kurtosis, mean, quantile, skewness, sum, variance } from './statistics.ts'
import { weighted, windowWeights } from './window-weights.ts'

type Statistic = (values: readonly number[], options: Readonly<Record<string, unknown>>) => number

const sampleVariance: Statistic = (values, options) => {
  const ddof = numberOr(options.ddof, 1)
  return values.length > ddof ? variance(values, ddof) : Number.NaN
}
const STATISTICS: Readonly<Record<string, Statistic>> = {
  count: (values) => values.length,
  sum,
  mean,
  median: (values) => quantile(ascending(values), 0.5),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  var: sampleVariance,
  std: (values, options) => Math.sqrt(sampleVariance(values, options)),
  skew: skewness,
  kurt: kurtosis,
  quantile: (values, options) => rollingQuantile(values, options),
}
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  std: ['ddof'],
  var: ['ddof'],
  quantile: ['quantile', 'interpolation'],
}
const MAX_WINDOW = 10_000
/** Values looked at in all windows together; more would hold up everybody else. */
const MAX_WORK = 50_000_000

interface Window {
  readonly size: number
  readonly minimum: number
  readonly isCentered: boolean
}

/** A statistic over a window that moves down the rows. */
export function rolling(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const targets = mapping(raw.columns)
  requireColumns(frame, Object.keys(targets))
  const type = String(raw.rolling_type ?? '')
  const window = readWindow(raw)
  const statistic = own(STATISTICS, type)
  if (!statistic) throw new PostProcessingError(`Invalid rolling_type: ${type}`)
  const options = (raw.rolling_type_options ?? {}) as Record<string, unknown>
  const weights = windowWeights(raw.win_type, window.size, options)
  if (!weights) checkOptions(type, options)
  else if (type !== 'sum' && type !== 'mean')
    throw new PostProcessingError(`Invalid rolling_type for a weighted window: ${type}`)
  const sources = Object.keys(targets).flatMap((name) => columnsNamed(frame, name))
  if (sources.length * rowCount(frame) * Math.min(window.size, rowCount(frame)) > MAX_WORK)
    throw new PostProcessingError('The rolling window is too large for this many rows')
  const computed = sources.map((column): FrameColumn => {
    // An infinite value counts as unknown.
    const numbers = numbersOf(column).map((value) => (value !== null && Number.isFinite(value) ? value : null))
    const values = weights
      ? rollWeighted(numbers, window, type === 'sum' ? 'sum' : 'mean', weights)
      : roll(numbers, window, (inside) => statistic(inside, options), type === 'count')
    const isInPlace = Object.entries(targets).every(([source, target]) => source === target)
    return { ...column, type: numericType(values, isInPlace && column.type === 'integer'), values }
  })
  const result = appendColumns(frame, computed, targets)
  const minimum = numberOr(raw.min_periods, 0)
  if (minimum <= 1) return result
  return dropRows(result, minimum - 1)
}

function readWindow(raw: Readonly<Record<string, unknown>>): Window {
  const size = raw.window
  if (size === undefined || size === null) throw new PostProcessingError('Undefined window for rolling operation')
  if (typeof size !== 'number' || !Number.isInteger(size) || size <= 0)
    throw new PostProcessingError('Window must be > 0')
  if (size > MAX_WINDOW) throw new PostProcessingError(`Window must be <= ${MAX_WINDOW}`)
  const minimum = numberOr(raw.min_periods, size)
  if (minimum < 0) throw new PostProcessingError('min_periods must be >= 0')
  if (minimum > size) throw new PostProcessingError(`min_periods ${minimum} must be <= window ${size}`)
  return { size, minimum, isCentered: raw.center === true }
}

function checkOptions(type: string, options: Readonly<Record<string, unknown>>): void {
  const isKnown = Object.keys(options).every((name) => own(OPTIONS, type)?.includes(name))
  const isComplete = type !== 'quantile' || typeof options.quantile === 'number'
  if (!isKnown || !isComplete) throw new PostProcessingError(`Invalid options for ${type}: ${JSON.stringify(options)}`)
}

function roll(
  values: readonly (number | null)[],
  window: Window,
  statistic: (inside: readonly number[]) => number,
  isCount: boolean,
): readonly (number | null)[] {
  const ahead = aheadOf(window.size, window.isCentered)
  const all = values.filter((value) => value !== null)
  const before = knownBefore(values)
  return values.map((_, row) => {
    const end = Math.min(values.length, row + ahead + 1)
    const start = Math.max(0, row + ahead + 1 - window.size)
    const known = all.slice(before[start], before[end])
    const enough = (isCount ? end - start : known.length) >= window.minimum
    if (!enough || (known.length === 0 && !isCount && statistic !== sum))
      return isCount || !enough ? null : emptyOf(statistic)
    const result = statistic(known)
    return Number.isFinite(result) ? result : null
  })
}

/** How many rows after its own a window holds. */
const aheadOf = (size: number, isCentered: boolean) => (isCentered ? Math.floor((size - 1) / 2) : 0)

/** How many values are known before each row, and before the end. */
function knownBefore(values: readonly (number | null)[]): readonly number[] {
  let count = 0
  const counts = values.map((value) => {
    const own = count
    if (value !== null) count += 1
    return own
  })
  return [...counts, count]
}

function rollWeighted(
  values: readonly (number | null)[],
  { size, minimum, isCentered }: Window,
  type: 'sum' | 'mean',
  weights: readonly number[],
): readonly (number | null)[] {
  const ahead = aheadOf(size, isCentered)
  return values.map((_, row) => {
    const inside = weights.map((__, place) => values[row + ahead + 1 - size + place] ?? null)
    return inside.filter((value) => value !== null).length < minimum ? null : weighted(type, inside, weights)
  })
}

/** Of no values, a sum is 0 and everything else is unknown. */
function emptyOf(statistic: (inside: readonly number[]) => number): number | null {
  const result = statistic([])
  return result === 0 ? 0 : null
}

function rollingQuantile(values: readonly number[], options: Readonly<Record<string, unknown>>): number {
  const q = options.quantile
  if (typeof q !== 'number' || q < 0 || q > 1)
    throw new PostProcessingError(`quantile value ${String(q)} not in [0, 1]`)
  const sorted = ascending(values)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  switch (options.interpolation ?? 'linear') {
    case 'lower':
      return low
    case 'higher':
      return high
    case 'midpoint':
      return (low + high) / 2
    case 'nearest':
      return at - Math.floor(at) < 0.5 || (at - Math.floor(at) === 0.5 && Math.floor(at) % 2 === 0) ? low : high
    case 'linear':
      return quantile(sorted, q)
    default:
      throw new PostProcessingError(`Invalid options for quantile: ${JSON.stringify(options)}`)
  }
}
