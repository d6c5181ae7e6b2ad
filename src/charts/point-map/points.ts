import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryWriter, columnOf } from '../parts/frame.ts'
import type { PointView } from '../parts/maps/point-view.ts'
import type { Point } from '../parts/maps/shapes.ts'
import { pointReader } from '../parts/maps/spatial.ts'
import { toNumber } from '../parts/number-format.ts'
import type { PointMapOptions } from './options.ts'
import { sizeMetricOf } from './query.ts'

export interface MapPoint {
  readonly at: Point
  readonly row: number
  readonly group: string
  readonly groupKey: unknown
  readonly size: number | null
}

/** The points of an answer, and how many rows have no place. */
export function pointsOf(
  options: PointMapOptions,
  frame: Frame,
): { readonly points: readonly MapPoint[]; readonly left: number } {
  const read = pointReader(options.places, frame)
  const label = options.dimension === null ? '' : columnLabel(options.dimension)
  const [groups, write] = [columnOf(frame, label), categoryWriter(frame, label)]
  const metric = sizeMetricOf(options)
  const sizes = columnOf(frame, metric === null ? '' : metricLabel(metric))
  const points = Array.from({ length: frame.rowCount }, (_, row): MapPoint | null => {
    const at = read(row)
    const group = options.dimension === null ? '' : write(groups[row])
    return at === null ? null : { at, row, group, groupKey: groups[row], size: toNumber(sizes[row]) }
  }).filter((point) => point !== null)
  return { points, left: frame.rowCount - points.length }
}

const KM = 1000
const MILE = 1609.344

/** Metres of a radius that is saved in a unit; squares are areas. */
function metresOf(value: number, unit: PointMapOptions['sizeUnit']): number {
  const side = Math.sqrt(Math.max(0, value) / Math.PI)
  switch (unit) {
    case 'radius_m':
      return value
    case 'radius_km':
      return value * KM
    case 'radius_miles':
      return value * MILE
    case 'square_km':
      return side * KM
    case 'square_miles':
      return side * MILE
    default:
      return side
  }
}

/** The radius of a point in pixels. Sizes of this chart's own metric are areas beside each other, others are on the ground. */
export function radiusOf(options: PointMapOptions, points: readonly MapPoint[], view: PointView, usualPx: number) {
  const most = points.reduce((so, { size }) => Math.max(so, Math.abs(size ?? 0)), 0)
  const [least, largest] = [Math.max(0.5, options.leastRadius ?? 2), Math.max(1, options.mostRadius ?? 250)]
  const bounded = (px: number) => Math.min(largest, Math.max(least, px))
  const isOwn = options.size !== null
  const largestPx = Math.min(MOST_OWN_PX[1], Math.max(MOST_OWN_PX[0], CROWD_PX / Math.sqrt(Math.max(1, points.length))))
  const onGround = (value: number, [, north]: Point) =>
    bounded(metresOf(value, options.sizeUnit) * (options.multiplier ?? 1) * view.metrePx(north))
  return ({ size, at }: MapPoint): number => {
    if (isOwn) return bounded(Math.sqrt(Math.abs(size ?? 0) / (most || 1)) * largestPx)
    if (size !== null) return onGround(size, at)
    return options.fixedSize === null ? bounded(usualPx) : onGround(options.fixedSize, at)
  }
}

/** The radius of the largest point: less, the more there are. */
const MOST_OWN_PX = [6, 22] as const
const CROWD_PX = 300
