import type { Point } from '../parts/maps/shapes.ts'

export interface ClusterPoint {
  readonly at: Point
  /** In pixels. */
  readonly place: Point
  readonly value: number | null
  readonly radius: number | null
}

export interface Cluster {
  readonly place: Point
  readonly points: readonly ClusterPoint[]
}

/** Points that are nearer to each other than some pixels, together: the first of a neighbourhood draws the others to it. */
export function clustersOf(points: readonly ClusterPoint[], radius: number): readonly Cluster[] {
  if (radius <= 0) return points.map((point) => ({ place: point.place, points: [point] }))
  const cells = Map.groupBy(points, ({ place }) => keyOf(place, radius))
  const taken = new Set<ClusterPoint>()
  return points.flatMap((point): Cluster[] => {
    if (taken.has(point)) return []
    const near = around(point.place, radius)
      .flatMap((key) => cells.get(key) ?? [])
      .filter((other) => !taken.has(other) && distance(point.place, other.place) <= radius)
    for (const one of near) taken.add(one)
    return [{ place: middleOf(near), points: near }]
  })
}

const keyOf = ([x, y]: Point, size: number) => `${Math.floor(x / size)} ${Math.floor(y / size)}`

const STEPS = [-1, 0, 1]

const around = ([x, y]: Point, size: number) =>
  STEPS.flatMap((dx) => STEPS.map((dy) => keyOf([x + dx * size, y + dy * size], size)))

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)

function middleOf(points: readonly ClusterPoint[]): Point {
  const middle = (axis: 0 | 1) => points.reduce((sum, { place }) => sum + place[axis], 0) / points.length
  return [middle(0), middle(1)]
}

/** The values of a cluster as one. */
export function aggregated(points: readonly ClusterPoint[], how: string | null): number | null {
  const values = points.flatMap(({ value }) => value ?? [])
  if (values.length === 0) return null
  const sum = values.reduce((a, b) => a + b, 0)
  const mean = sum / values.length
  const variance = () => values.reduce((so, value) => so + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  switch (how) {
    case 'mean':
      return mean
    case 'min':
      return values.reduce((a, b) => Math.min(a, b))
    case 'max':
      return values.reduce((a, b) => Math.max(a, b))
    case 'var':
      return variance()
    case 'std':
      return Math.sqrt(variance())
    default:
      return sum
  }
}
