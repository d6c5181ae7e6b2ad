import { floatText } from './float-text.ts'
import {
  columnNamed,
  type DataFrame,
  type FrameColumn,
  isNumeric,
  numbersOf,
  PostProcessingError,
  rangeIndex,
  requireColumns,
  rowCount,
} from './frame.ts'
import { groupRows } from './group.ts'
import { texts } from './options.ts'
import { ascending, quantile, variance } from './statistics.ts'

const MAX_BINS = 1000
const DEFAULT_BINS = 5

/** Counts per bin of equal width over the whole range; one row per group, one column per bin. */
export function histogram(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const groupby = texts(raw.groupby)
  const name = String(raw.column)
  requireColumns(frame, [name, ...groupby])
  const source = columnNamed(frame, name)
  if (rowCount(frame) === 0) return frame
  if (!isNumeric(source.type)) throw new PostProcessingError(`Column '${name}' contains non-numeric values`)
  const numbers = numbersOf(source)
  const known = numbers.filter((value) => value !== null)
  if (known.length === 0)
    return { ...frame, columns: frame.columns.map((column) => ({ ...column, values: [] })), index: rangeIndex(0) }
  if (!known.every(Number.isFinite)) throw new PostProcessingError(`Column '${name}' contains infinite values`)
  const bins = binCount(raw.bins, known)
  if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS)
    throw new PostProcessingError(`bins must be 1 to ${MAX_BINS}`)
  const edges = edgesOf(known, bins)
  const keys = groupby.map((column) => columnNamed(frame, column))
  const groups = groupRows(keys, rowCount(frame))
    .map(({ key, rows }) => ({
      key,
      values: rows.map((row) => numbers[row] ?? null).filter((value) => value !== null),
    }))
    .filter(({ values }) => values.length > 0)
  const counts = groups.map(({ values }) => countsOf(values, edges, raw.cumulative === true))
  const total = raw.normalize === true ? counts.flat().reduce((a, b) => a + b, 0) : null
  const columns = Array.from({ length: bins }, (_, bin): FrameColumn => {
    const values = counts.map((row) => (total === null ? (row[bin] ?? 0) : (row[bin] ?? 0) / total))
    const label = `${floatText(edges[bin] ?? 0)} - ${floatText(edges[bin + 1] ?? 0)}`
    return { key: [label], type: total === null ? 'integer' : 'float', values }
  })
  return {
    columns: [...keys.map((column, i) => ({ ...column, values: groups.map(({ key }) => key[i] ?? null) })), ...columns],
    levels: [null],
    index: rangeIndex(groups.length),
  }
}

type BinRule = (values: readonly number[], range: number) => number
const sturges: BinRule = (values, range) => range / (Math.log2(values.length) + 1)
const freedman: BinRule = (values) => {
  const sorted = ascending(values)
  return (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(values.length)
}
/** Widths of a bin by the rules that have a name. */
const RULES: Readonly<Record<string, BinRule>> = {
  sturges,
  fd: freedman,
  auto: (values, range) => {
    const spread = freedman(values, range)
    return spread > 0 ? Math.min(spread, sturges(values, range)) : sturges(values, range)
  },
  sqrt: (values, range) => range / Math.sqrt(values.length),
  rice: (values, range) => range / (2 * Math.cbrt(values.length)),
  scott: (values) => Math.cbrt((24 * Math.sqrt(Math.PI)) / values.length) * Math.sqrt(variance(values, 0)),
}

/** A number of bins, or the name of a rule that finds one. */
function binCount(raw: unknown, values: readonly number[]): number {
  if (raw === undefined) return DEFAULT_BINS
  if (typeof raw === 'number') return raw
  const rule = RULES[String(raw)]
  if (!rule) throw new PostProcessingError(`${String(raw)} is no number and no rule of bins`)
  const sorted = ascending(values)
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  const width = range === 0 ? 0 : rule(values, range)
  return width > 0 ? Math.ceil(range / width) : 1
}

function edgesOf(values: readonly number[], bins: number): readonly number[] {
  const least = values.reduce((a, b) => Math.min(a, b))
  const most = values.reduce((a, b) => Math.max(a, b))
  const [low, high] = least === most ? [least - 0.5, most + 0.5] : [least, most]
  const step = (high - low) / bins
  return Array.from({ length: bins + 1 }, (_, i) => (i === bins ? high : i * step + low))
}

function countsOf(values: readonly number[], edges: readonly number[], isCumulative: boolean): readonly number[] {
  const bins = edges.length - 1
  const counts = Array.from({ length: bins }, () => 0)
  for (const value of values) {
    let bin = edges.findLastIndex((edge) => edge <= value)
    if (bin >= bins) bin = bins - 1
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  if (!isCumulative) return counts
  let total = 0
  return counts.map((count) => {
    total += count
    return total
  })
}
