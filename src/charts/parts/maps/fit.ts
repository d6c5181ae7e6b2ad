import type { Projection } from './projection.ts'
import type { Place, Point } from './shapes.ts'

export interface Box {
  readonly width: number
  readonly height: number
}
/** What is to be seen of a plane. */
export interface Bounds {
  readonly from: Point
  readonly to: Point
}

/** The smallest bounds around some points; null for none. */
export function boundsOf(points: readonly Point[]): Bounds | null {
  if (points.length === 0) return null
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b))
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b))
  return { from: [least(xs), least(ys)], to: [most(xs), most(ys)] }
}

const EDGE_STEPS = 16

/** The bounds that a part of the world between two corners has on a plane. */
export function projectedBounds([west, south]: Point, [east, north]: Point, project: Projection): Bounds {
  const steps = Array.from({ length: EDGE_STEPS + 1 }, (_, at) => at / EDGE_STEPS)
  const edge = steps.flatMap((share): Point[] => [
    [west + (east - west) * share, south],
    [west + (east - west) * share, north],
    [west, south + (north - south) * share],
    [east, south + (north - south) * share],
  ])
  return boundsOf(edge.map(project)) ?? { from: [0, 0], to: [1, 1] }
}

/** Puts a plane into a box, as large as it may be and in the middle. */
export function fittedInto({ from, to }: Bounds, { width, height }: Box): (point: Point) => Point {
  const [wide, high] = [Math.max(1e-9, to[0] - from[0]), Math.max(1e-9, to[1] - from[1])]
  const scale = Math.min(width / wide, height / high)
  const [left, top] = [(width - wide * scale) / 2, (height - high * scale) / 2]
  return ([x, y]) => [left + (x - from[0]) * scale, top + (y - from[1]) * scale]
}

/** A place in pixels. */
export interface Outline {
  readonly id: string
  readonly center: Point
  /** As SVG writes paths. */
  readonly path: string
  readonly bounds: Bounds
}

export function outlineOf({ id, center, polygons }: Place, put: (point: Point) => Point): Outline {
  const rings = polygons.flatMap((polygon) => polygon.map((ring) => ring.map(put)))
  const bounds = boundsOf(polygons[0]?.[0]?.map(put) ?? []) ?? { from: put(center), to: put(center) }
  return { id, center: put(center), path: rings.map(pathOf).join(''), bounds }
}

const DIGITS = 100
/** Points that are nearer to each other are one. */
const NEAR_PX = 0.15

function pathOf(ring: readonly Point[]): string {
  let last: Point | null = null
  const steps: string[] = []
  for (const [x, y] of ring) {
    if (last && Math.abs(x - last[0]) < NEAR_PX && Math.abs(y - last[1]) < NEAR_PX) continue
    last = [x, y]
    steps.push(`${Math.round(x * DIGITS) / DIGITS} ${Math.round(y * DIGITS) / DIGITS}`)
  }
  return `M${steps.join('L')}Z`
}
