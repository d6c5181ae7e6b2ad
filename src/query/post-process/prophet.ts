import { addUnits, type TimeUnit } from '../time-range/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type NaiveMs, SECOND_MS } from '../time-range/naive.ts'
import { fitForecast, type Seasonality } from './forecast.ts'
import {
  type DataFrame,
  type FrameColumn,
  isNumeric,
  numbersOf,
  PostProcessingError,
  rangeIndex,
  rowCount,
} from './frame.ts'

const MAX_PERIODS = 10_000
const GRAINS: Readonly<Record<string, readonly [count: number, unit: TimeUnit, ms: number]>> = {
  PT1S: [1, 'second', SECOND_MS],
  PT1M: [1, 'minute', MINUTE_MS],
  PT5M: [5, 'minute', 5 * MINUTE_MS],
  PT10M: [10, 'minute', 10 * MINUTE_MS],
  PT15M: [15, 'minute', 15 * MINUTE_MS],
  PT30M: [30, 'minute', 30 * MINUTE_MS],
  PT1H: [1, 'hour', HOUR_MS],
  P1D: [1, 'day', DAY_MS],
  P7D: [7, 'day', 7 * DAY_MS],
  P1W: [1, 'week', 7 * DAY_MS],
  P1M: [1, 'month', 30.4375 * DAY_MS],
  P3M: [1, 'quarter', 91.3125 * DAY_MS],
  P1Y: [1, 'year', 365.25 * DAY_MS],
  '1969-12-28T00:00:00Z/P1W': [1, 'week', 7 * DAY_MS],
  '1969-12-29T00:00:00Z/P1W': [1, 'week', 7 * DAY_MS],
  'P1W/1970-01-03T00:00:00Z': [1, 'week', 7 * DAY_MS],
  'P1W/1970-01-04T00:00:00Z': [1, 'week', 7 * DAY_MS],
}

/** Forecasts every series: rows of the future, and for each series its estimate with an interval. */
export function prophet(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const { grain, periods, confidence } = readOptions(raw)
  const index = String(raw.index ?? '__timestamp')
  const time = frame.columns.find(({ key }) => key[0] === index)
  if (!time || (time.type !== 'timestamp' && rowCount(frame) > 0)) {
    throw new PostProcessingError('DataFrame must include temporal column')
  }
  const series = frame.columns.filter((column) => column !== time)
  if (series.length === 0) throw new PostProcessingError('DataFrame include at least one series')
  const order = orderOf(time)
  const times = order.map((row) => Number(time.values[row]))
  const all = [...times, ...future(times.at(-1), periods, grain)]
  const seasons = seasonalities(raw, times, grain[2])
  const forecasts = series.flatMap((column): FrameColumn[] => {
    if (!isNumeric(column.type)) throw new PostProcessingError(`Column "${String(column.key[0])}" is not numeric`)
    const numbers = numbersOf(column)
    const values = order.map((row) => numbers[row] ?? null)
    const { estimate, lower, upper } = fitForecast(times, values, all, seasons, confidence)
    const part = (suffix: string, cells: readonly (number | null)[]): FrameColumn => ({
      key: [`${String(column.key[0])}__${suffix}`],
      type: 'float',
      values: cells,
    })
    return [part('yhat', estimate), part('yhat_lower', lower), part('yhat_upper', upper)]
  })
  const observed = series.map((column): FrameColumn => {
    const values = [
      ...order.map((row) => column.values[row] ?? null),
      ...Array.from({ length: all.length - order.length }, () => null),
    ]
    return { ...column, type: column.type === 'integer' && values.includes(null) ? 'float' : column.type, values }
  })
  return {
    columns: [{ key: [index], type: 'timestamp', values: all }, ...forecasts, ...observed],
    levels: [null],
    index: rangeIndex(all.length),
  }
}

type Grain = (typeof GRAINS)[string]

function readOptions(raw: Readonly<Record<string, unknown>>) {
  if (!raw.time_grain) throw new PostProcessingError('Time grain missing')
  const grain = GRAINS[String(raw.time_grain)]
  if (!grain) throw new PostProcessingError(`Unsupported time grain: ${String(raw.time_grain)}`)
  const periods = raw.periods
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0) {
    throw new PostProcessingError('Periods must be a whole number')
  }
  if (periods > MAX_PERIODS) throw new PostProcessingError(`Periods must be at most ${MAX_PERIODS}`)
  const confidence = raw.confidence_interval ?? 0.8
  if (typeof confidence !== 'number' || confidence <= 0 || confidence >= 1) {
    throw new PostProcessingError('Confidence interval must be between 0 and 1 (exclusive)')
  }
  return { grain, periods, confidence }
}

function orderOf(time: FrameColumn): readonly number[] {
  const rows = time.values.map((_, row) => row).filter((row) => time.values[row] !== null)
  return rows.toSorted((a, b) => Number(time.values[a]) - Number(time.values[b]))
}

function future(last: NaiveMs | undefined, periods: number, [count, unit]: Grain): readonly NaiveMs[] {
  if (last === undefined) return []
  return Array.from({ length: periods }, (_, i) => addUnits(last, count * (i + 1), unit)).filter((ms) => ms !== null)
}

const YEAR_MS = 365.25 * DAY_MS
const KINDS = [
  { option: 'yearly_seasonality', period: YEAR_MS, order: 10 },
  { option: 'monthly_seasonality', period: YEAR_MS / 12, order: 5 },
  { option: 'weekly_seasonality', period: 7 * DAY_MS, order: 3 },
  { option: 'daily_seasonality', period: DAY_MS, order: 4 },
] as const

/** Unless said otherwise, a season is looked for where the data span it twice and are finer than it. */
function seasonalities(
  raw: Readonly<Record<string, unknown>>,
  times: readonly NaiveMs[],
  stepMs: number,
): readonly Seasonality[] {
  const span = times.length > 0 ? (times.at(-1) ?? 0) - (times[0] ?? 0) : 0
  return KINDS.flatMap(({ option, period, order }) => {
    const wish = raw[option]
    const resolvable = Math.max(1, Math.min(order, Math.floor(period / stepMs / 2)))
    if (wish === false || wish === 0) return []
    if (typeof wish === 'number' && wish > 0) return [{ period, order: Math.min(Math.floor(wish), 50) }]
    if (wish === true) return [{ period, order: resolvable }]
    const isFound = option !== 'monthly_seasonality' && span >= 2 * period && stepMs < period
    return isFound ? [{ period, order: resolvable }] : []
  })
}
