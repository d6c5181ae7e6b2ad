import { type Cell, type DataFrame, type FrameColumn, numberOf, numericType, PostProcessingError } from './frame.ts'
import { type Frequency, readFrequency } from './frequency.ts'
import { ascending, mean, quantile, sum, variance } from './statistics.ts'

const METHODS = ['asfreq', 'bfill', 'ffill', 'linear', 'median', 'mean', 'sum', 'std', 'var']
const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
  mean: (values) => (values.length === 0 ? null : mean(values)),
  median: (values) => (values.length === 0 ? null : quantile(ascending(values), 0.5)),
  sum,
  var: (values) => (values.length < 2 ? null : variance(values, 1)),
  std: (values) => (values.length < 2 ? null : Math.sqrt(variance(values, 1))),
}

interface Grid {
  readonly times: readonly number[]
  readonly labels: readonly number[]
  readonly frequency: Frequency
}

/** Brings rows to a regular step of time: gaps are filled, or bins aggregated. */
export function resample(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  if (frame.index.isRange || frame.index.names.length !== 1 || frame.index.types[0] !== 'timestamp') {
    throw new PostProcessingError('Resample operation requires DatetimeIndex')
  }
  const method = String(raw.method)
  if (!METHODS.includes(method)) throw new PostProcessingError(`Resample method should be in ${METHODS.join(', ')}.`)
  const grid = gridOf(frame, raw.rule)
  const fill = (raw.fill_value ?? null) as Cell
  const columns = frame.columns.map((column) => resampleColumn(column, grid, method, fill))
  return { ...frame, columns, index: { ...frame.index, rows: grid.labels.map((label) => [label]) } }
}

function gridOf(frame: DataFrame, rule: unknown): Grid {
  const frequency = readFrequency(rule)
  const times = frame.index.rows.map(([time]) => Number(time))
  if (times.length === 0) return { times, labels: [], frequency }
  const first = times.reduce((a, b) => Math.min(a, b))
  const last = times.reduce((a, b) => Math.max(a, b))
  return { times, labels: frequency.labels(first, last), frequency }
}

function resampleColumn(column: FrameColumn, grid: Grid, method: string, fill: Cell): FrameColumn {
  const statistic = STATISTICS[method]
  const values = statistic ? binned(column, grid, statistic) : placed(column, grid, method, fill)
  if (column.type !== 'integer' && column.type !== 'float' && column.type !== 'decimal') return { ...column, values }
  const keepsWhole = column.type === 'integer' && method !== 'mean' && method !== 'median' && method !== 'linear'
  return { ...column, type: numericType(values, keepsWhole), values }
}

function binned(
  column: FrameColumn,
  grid: Grid,
  statistic: (values: readonly number[]) => number | null,
): readonly Cell[] {
  const bins = grid.labels.map((): number[] => [])
  grid.times.forEach((time, row) => {
    const value = numberOf(column.values[row])
    if (value !== null) bins[grid.frequency.binOf(time, grid.labels)]?.push(value)
  })
  return bins.map(statistic)
}

function placed(column: FrameColumn, grid: Grid, method: string, fill: Cell): readonly Cell[] {
  const rows = new Map(grid.times.map((time, row) => [time, row]))
  const exact = grid.labels.map((label): Cell => column.values[rows.get(label) ?? -1] ?? null)
  switch (method) {
    case 'ffill':
      return filled(grid.labels.map((label) => lastAt(column, grid.times, label)))
    case 'bfill':
      return filled(grid.labels.map((label) => nextAt(column, grid.times, label)).toReversed()).toReversed()
    case 'linear':
      return interpolated(exact.map(numberOf))
    default:
      return fill === null ? exact : exact.map((value) => value ?? fill)
  }
}

function lastAt(column: FrameColumn, times: readonly number[], label: number): Cell {
  return column.values[times.findLastIndex((time) => time <= label)] ?? null
}

function nextAt(column: FrameColumn, times: readonly number[], label: number): Cell {
  return column.values[times.findIndex((time) => time >= label)] ?? null
}

/** Nulls take the value before them. */
function filled(cells: readonly Cell[]): Cell[] {
  let last: Cell = null
  return cells.map((cell) => {
    last = cell ?? last
    return last
  })
}

/** Straight lines over gaps by row, the last value to the end; nothing before the first. */
function interpolated(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.map((value, row) => {
    if (value !== null) return value
    const before = values.findLastIndex((known, at) => at < row && known !== null)
    const after = values.findIndex((known, at) => at > row && known !== null)
    const low = values[before]
    if (before < 0 || low === null || low === undefined) return null
    const high = values[after]
    if (after < 0 || high === null || high === undefined) return low
    return low + ((high - low) * (row - before)) / (after - before)
  })
}
