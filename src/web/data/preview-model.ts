import type { Frame } from '../../charts/chart.ts'

const MAX_SERIES = 6
const MAX_BARS = 24

/** A chart at the size of a stamp: shapes without axes and words. */
export type Preview =
  | { readonly kind: 'lines'; readonly series: readonly (readonly (number | null)[])[]; readonly isArea: boolean }
  | { readonly kind: 'bars'; readonly stacks: readonly (readonly number[])[] }
  | { readonly kind: 'parts'; readonly shares: readonly number[] }

/** What to draw for an answer, or null when it holds no numbers. */
export function previewOf(vizType: string, frame: Frame | undefined): Preview | null {
  if (!frame || frame.rowCount === 0) return null
  const series = numberColumns(frame).slice(0, MAX_SERIES)
  const [first] = series
  if (!first) return null
  if (vizType.includes('pie')) return { kind: 'parts', shares: sharesOf(first) }
  if (!vizType.includes('bar')) return { kind: 'lines', series, isArea: vizType.includes('area') }
  const rows = Math.min(MAX_BARS, frame.rowCount)
  const from = vizType.includes('timeseries') ? frame.rowCount - rows : 0
  const stacks = Array.from({ length: rows }, (_, at) => series.map((values) => Math.max(0, values[from + at] ?? 0)))
  return { kind: 'bars', stacks }
}

function numberColumns(frame: Frame): readonly (readonly (number | null)[])[] {
  const columns = frame.columns.map((column) => column.map(toNumber))
  return columns.filter((values, at) => at > 0 && frame.generics[at] === 0 && values.some((value) => value !== null))
}

function toNumber(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function sharesOf(values: readonly (number | null)[]): readonly number[] {
  const known = values.map((value) => Math.max(0, value ?? 0)).toSorted((a, b) => b - a)
  const total = known.reduce((a, b) => a + b, 0)
  return total === 0 ? [] : known.slice(0, MAX_SERIES).map((value) => value / total)
}

export interface Range {
  readonly least: number
  readonly most: number
}

/** From zero, unless that would press lines far above it, or below it, into a strip. */
export function rangeOf(series: readonly (readonly (number | null)[])[], startsAtZero: boolean): Range {
  const known = series.flat().filter((value) => value !== null)
  const least = Math.min(...known)
  const most = Math.max(...known)
  const isFarFromZero = !startsAtZero && least > most / 2
  return {
    least: isFarFromZero ? least - (most - least) / 4 : Math.min(0, least),
    most: most + (most - least) * 0.06 || 1,
  }
}

/** Points of a polyline in a box, broken at nulls. */
export function linePath(
  values: readonly (number | null)[],
  range: Range,
  box: { width: number; height: number },
): string {
  const span = range.most - range.least || 1
  const x = (at: number) => ((at / Math.max(1, values.length - 1)) * box.width).toFixed(1)
  const y = (value: number) => (box.height - ((value - range.least) / span) * box.height).toFixed(1)
  let isPenUp = true
  return values
    .map((value, at) => {
      const step = value === null ? '' : `${isPenUp ? 'M' : 'L'}${x(at)} ${y(value)}`
      isPenUp = value === null
      return step
    })
    .join('')
}
