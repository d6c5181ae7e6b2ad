import {
  type Cell,
  type ColumnType,
  columnNamed,
  type DataFrame,
  type FrameColumn,
  numberOf,
  PostProcessingError,
  rangeIndex,
  requireColumns,
  rowCount,
} from './frame.ts'
import { groupRows } from './group.ts'
import { texts } from './options.ts'
import { ascending, mean, midQuantile, percentileOf, quantile } from './statistics.ts'

type Whiskers = (sorted: readonly number[]) => readonly [low: number, high: number]
interface Box {
  readonly mean: number | null
  readonly median: number | null
  readonly max: number | null
  readonly min: number | null
  readonly q1: number | null
  readonly q3: number | null
  readonly count: number
  readonly outliers: readonly number[]
}
const FIGURES = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const

/** The figures of a box plot per group and metric. */
export function boxplot(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const groupby = texts(raw.groupby)
  const metrics = texts(raw.metrics)
  requireColumns(frame, [...groupby, ...metrics])
  const whiskers = readWhiskers(raw)
  const keys = groupby.map((name) => columnNamed(frame, name))
  const groups = groupRows(keys, rowCount(frame))
  const boxes = metrics.map((name) => {
    const { values } = columnNamed(frame, name)
    return groups.map(({ rows }) =>
      boxOf(
        rows.map((row) => values[row] ?? null),
        whiskers,
      ),
    )
  })
  const isCut = raw.whisker_type === 'percentile'
  const figures = FIGURES.flatMap((figure) =>
    metrics.map((name, i): FrameColumn => {
      const values = (boxes[i] ?? []).map((box): Cell => box[figure])
      return {
        key: [`${name}__${figure}`],
        type: figureType(figure, columnNamed(frame, name).type, values, isCut),
        values,
      }
    }),
  )
  return {
    columns: [...keys.map((column, i) => ({ ...column, values: groups.map(({ key }) => key[i] ?? null) })), ...figures],
    levels: [null],
    index: rangeIndex(groups.length),
  }
}

function figureType(
  figure: (typeof FIGURES)[number],
  source: ColumnType,
  values: readonly Cell[],
  isCut: boolean,
): ColumnType {
  if (values.length === 0) return 'float'
  if (figure === 'outliers') return 'list'
  if (figure === 'count') return 'integer'
  const isEnd = (figure === 'max' || figure === 'min') && !isCut
  return isEnd && source === 'integer' && values.every((value) => value !== null) ? 'integer' : 'float'
}

function readWhiskers(raw: Readonly<Record<string, unknown>>): Whiskers {
  switch (raw.whisker_type) {
    case 'tukey':
      return tukey
    case 'percentile':
      return percentileWhiskers(raw.percentiles)
    default:
      return (sorted) => [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN]
  }
}

function percentileWhiskers(raw: unknown): Whiskers {
  const [low, high] = Array.isArray(raw) ? raw : []
  const isRight = Array.isArray(raw) && raw.length === 2 && typeof low === 'number' && typeof high === 'number'
  if (!isRight || low < 0 || high > 100 || low >= high) {
    throw new PostProcessingError(
      'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
    )
  }
  return (sorted) => [percentileOf(sorted, low / 100), percentileOf(sorted, high / 100)]
}

const tukey: Whiskers = (sorted) => {
  const q1 = midQuantile(sorted, 0.25)
  const q3 = midQuantile(sorted, 0.75)
  const reach = 1.5 * (q3 - q1)
  const low = sorted.find((value) => value >= q1 - reach) ?? Number.NaN
  const high = sorted.findLast((value) => value <= q3 + reach) ?? Number.NaN
  return [low, high]
}

function boxOf(cells: readonly Cell[], whiskers: Whiskers): Box {
  const values = cells.map(numberOf).filter((value) => value !== null)
  if (values.length === 0) {
    return { mean: null, median: null, max: null, min: null, q1: null, q3: null, count: cells.length, outliers: [] }
  }
  const sorted = ascending(values)
  const [low, high] = whiskers(sorted)
  return {
    mean: known(mean(values)),
    median: known(quantile(sorted, 0.5)),
    max: known(high),
    min: known(low),
    q1: known(midQuantile(sorted, 0.25)),
    q3: known(midQuantile(sorted, 0.75)),
    count: cells.length,
    outliers: [...values.filter((value) => value > high), ...values.filter((value) => value < low)],
  }
}

/** Between infinite values lies nothing known. */
const known = (value: number) => (Number.isNaN(value) ? null : value)
