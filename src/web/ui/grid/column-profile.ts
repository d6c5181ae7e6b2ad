import { type Cell, type ColumnKind, type Row, rawText } from './cell.ts'
import { add, compare, divideByCount, type Exact, exactText, toExact } from './exact-number.ts'

export interface ColumnProfile {
  readonly rows: number
  readonly nulls: number
  readonly distinct: number
  /** True when there were too many values to count them apart. */
  readonly isDistinctAtLeast: boolean
  readonly min: string | null
  readonly max: string | null
  readonly mean: string | null
  readonly median: string | null
  readonly p95: string | null
  /** Counts per bucket from min to max; empty for texts. */
  readonly histogram: readonly number[]
  /** The most frequent values with their counts. */
  readonly common: readonly (readonly [value: string, count: number])[]
}

const MAX_DISTINCT = 50_000
const COMMON_VALUES = 8

/** What a column holds, from rows in memory. */
export function columnProfile(rows: readonly Row[], place: number, kind: ColumnKind, buckets = 25): ColumnProfile {
  const cells = rows.map((row) => row[place] ?? null)
  const present = cells.filter((cell) => cell !== null)
  const counts = countValues(present)
  const common = [...counts.entries()].sort((a, b) => b[1] - a[1]).slice(0, COMMON_VALUES)
  const base = {
    rows: rows.length,
    nulls: cells.length - present.length,
    distinct: counts.size,
    isDistinctAtLeast: counts.size >= MAX_DISTINCT,
    common,
  }
  if (kind === 'number') return { ...base, ...numberFigures(present, buckets) }
  return { ...base, ...orderFigures(present, kind, buckets) }
}

/** Counts per bucket alone, for the header of the grid. */
export function columnHistogram(
  rows: readonly Row[],
  place: number,
  kind: ColumnKind,
  buckets = 14,
): readonly number[] {
  const present = rows.map((row) => row[place] ?? null).filter((cell) => cell !== null)
  const positions = present.map((cell) => positionOf(cell, kind)).filter((value) => Number.isFinite(value))
  if (positions.length > 0) return bucketCounts(positions, buckets)
  return [...countValues(present).values()].sort((a, b) => b - a).slice(0, buckets)
}

function countValues(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const text = rawText(cell)
    const known = counts.get(text)
    if (known !== undefined || counts.size < MAX_DISTINCT) counts.set(text, (known ?? 0) + 1)
  }
  return counts
}

type Figures = Pick<ColumnProfile, 'min' | 'max' | 'mean' | 'median' | 'p95' | 'histogram'>

function numberFigures(cells: readonly Cell[], buckets: number): Figures {
  const values = cells.map(toExact).filter((value) => value !== null)
  if (values.length === 0) return { min: null, max: null, mean: null, median: null, p95: null, histogram: [] }
  const sorted = [...values].sort(compare)
  const sum = values.reduce(add)
  return {
    min: textAt(sorted, 0),
    max: textAt(sorted, 1),
    mean: exactText(divideByCount(sum, values.length)),
    median: medianText(sorted),
    p95: textAt(sorted, 0.95),
    histogram: bucketCounts(
      values.map((value) => Number(exactText(value))),
      buckets,
    ),
  }
}

function orderFigures(cells: readonly Cell[], kind: ColumnKind, buckets: number): Figures {
  const texts = cells.map(rawText).sort()
  const positions = cells.map((cell) => positionOf(cell, kind)).filter((value) => Number.isFinite(value))
  return {
    min: texts[0] ?? null,
    max: texts.at(-1) ?? null,
    mean: null,
    median: null,
    p95: null,
    histogram: bucketCounts(positions, buckets),
  }
}

const textAt = (sorted: readonly Exact[], fraction: number): string | null => {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)]
  return value === undefined ? null : exactText(value)
}

function medianText(sorted: readonly Exact[]): string | null {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : exactText(divideByCount(add(low, high), 2))
}

function positionOf(cell: Cell, kind: ColumnKind): number {
  if (kind === 'number') return Number(cell)
  if (kind === 'time') return Date.parse(String(cell).replace(' ', 'T'))
  return Number.NaN
}

function bucketCounts(values: readonly number[], buckets: number): readonly number[] {
  if (values.length === 0) return []
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const counts = new Array<number>(high > low ? buckets : 1).fill(0)
  for (const value of values) {
    const bucket = high > low ? Math.min(buckets - 1, Math.floor(((value - low) / (high - low)) * buckets)) : 0
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}
