import { own } from '../../kernel/own.ts'
import { type Cell, type DataFrame, type FrameColumn, numberOf, numericType, PostProcessingError } from './frame.ts'
import { type Frequency, firstFrom, readFrequency } from './frequency.ts'
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
  /** The rows of the frame in the order of their times. */
  readonly order: readonly number[]
  /** The times, ascending. */
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
  const given = frame.index.rows.map(([time]) => Number(time))
  // A row without a time is in no bin.
  const order = given
    .map((_, row) => row)
    .filter((row) => (frame.index.rows[row]?.[0] ?? null) !== null)
    .toSorted((a, b) => (given[a] ?? 0) - (given[b] ?? 0))
  const times = order.map((row) => given[row] ?? 0)
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return { order, times, labels: [], frequency }
  return { order, times, labels: frequency.labels(first, last), frequency }
}

function resampleColumn(column: FrameColumn, grid: Grid, method: string, fill: Cell): FrameColumn {
  const statistic = own(STATISTICS, method)
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
    const value = numberOf(column.values[grid.order[row] ?? -1])
    if (value !== null) bins[grid.frequency.binOf(time, grid.labels)]?.push(value)
  })
  return bins.map(statistic)
}

function placed(column: FrameColumn, grid: Grid, method: string, fill: Cell): readonly Cell[] {
  const sorted = grid.order.map((row): Cell => column.values[row] ?? null)
  const rows = new Map(grid.times.map((time, row) => [time, row]))
  const exact = grid.labels.map((label): Cell => sorted[rows.get(label) ?? -1] ?? null)
  switch (method) {
    case 'ffill':
      return filled(grid.labels.map((label): Cell => sorted[firstFrom(grid.times, label + 1) - 1] ?? null))
    case 'bfill':
      return filled(
        grid.labels.map((label): Cell => sorted[firstFrom(grid.times, label)] ?? null).toReversed(),
      ).toReversed()
    case 'linear':
      return interpolated(exact.map(numberOf))
    default:
      return fill === null ? exact : exact.map((value) => value ?? fill)
  }
}

/** Nulls take the value before them. */
function filled<Value>(cells: readonly (Value | null)[]): (Value | null)[] {
  let last: Value | null = null
  return cells.map((cell) => {
    last = cell ?? last
    return last
  })
}

/** Straight lines over gaps by row, the last value to the end; nothing before the first. */
function interpolated(values: readonly (number | null)[]): readonly (number | null)[] {
  const known = values.map((value, row) => (value === null ? null : { row, value }))
  const before = filled(known)
  const after = filled(known.toReversed()).toReversed()
  return values.map((_, row) => {
    const low = before[row] ?? null
    const high = after[row] ?? null
    if (low === null) return null
    if (high === null || high.row === low.row) return low.value
    return low.value + ((high.value - low.value) * (row - low.row)) / (high.row - low.row)
  })
}
