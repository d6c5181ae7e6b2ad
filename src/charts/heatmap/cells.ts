import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryText, columnOf, isTemporal } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { HeatmapOptions } from './options.ts'

export interface Cell {
  readonly x: number
  readonly y: number
  readonly value: number
  /** 0 to 1 among all, or within its column or row. */
  readonly rank: number | null
  /** Of the sum of all, of its column or of its row. */
  readonly share: number | null
}

export interface HeatmapModel {
  readonly xs: readonly unknown[]
  readonly ys: readonly unknown[]
  readonly isTime: boolean
  readonly cells: readonly Cell[]
}

/** The cells of an answer by the places of their values on both axes. */
export function heatmapModel(options: HeatmapOptions, frame: Frame): HeatmapModel {
  const xName = options.xAxis === null ? '' : columnLabel(options.xAxis)
  const yName = options.groupby[0] === undefined ? '' : columnLabel(options.groupby[0])
  const values = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric)).map(toNumber)
  const [x, y] = [columnOf(frame, xName), columnOf(frame, yName)]
  const ranks = columnOf(frame, 'rank').map(toNumber)
  const isTime = isTemporal(frame, frame.names.indexOf(xName))
  const xs = placesOf(x, values, options.sortX ?? (isTime ? 'alpha_asc' : null))
  const ys = placesOf(y, values, options.sortY)
  const totals = totalsOf(options.normalizeAcross, { x, y, values })
  const cells = values.flatMap((value, row) => {
    const [atX, atY] = [xs.indexOf(x[row]), ys.indexOf(y[row])]
    if (value === null || atX < 0 || atY < 0) return []
    const total = totals(row)
    return [{ x: atX, y: atY, value, rank: ranks[row] ?? null, share: total === 0 ? null : value / total }]
  })
  return { xs, ys, isTime, cells }
}

interface Rows {
  readonly x: readonly unknown[]
  readonly y: readonly unknown[]
  readonly values: readonly (number | null)[]
}

/** What the share of a row is a share of. */
function totalsOf(across: string | null, { x, y, values }: Rows): (row: number) => number {
  const groups = across === 'x' ? x : across === 'y' ? y : values.map(() => null)
  const sums = sumsBy(groups, values)
  return (row) => sums.get(groups[row]) ?? 0
}

function sumsBy(groups: readonly unknown[], values: readonly (number | null)[]): ReadonlyMap<unknown, number> {
  const sums = new Map<unknown, number>()
  for (const [row, value] of values.entries()) sums.set(groups[row], (sums.get(groups[row]) ?? 0) + (value ?? 0))
  return sums
}

/** The values of an axis: sorted by name or by the sum of their cells, else as the database gave them. */
function placesOf(
  column: readonly unknown[],
  values: readonly (number | null)[],
  order: string | null,
): readonly unknown[] {
  const all = [...new Set(column)]
  if (order === null) return all
  const sign = order.endsWith('desc') ? -1 : 1
  if (!order.startsWith('value')) return all.toSorted((a, b) => sign * compareNames(a, b))
  const sums = sumsBy(column, values)
  return all.toSorted((a, b) => sign * ((sums.get(a) ?? 0) - (sums.get(b) ?? 0)))
}

function compareNames(a: unknown, b: unknown): number {
  const [left, right] = [toNumber(a), toNumber(b)]
  if (left !== null && right !== null) return left - right
  return categoryText(a).localeCompare(categoryText(b))
}
