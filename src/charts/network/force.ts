/** A point, and later its place in the picture. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface ForceRules {
  readonly edgeLength: number
  readonly gravity: number
  readonly repulsion: number
}

/** About how many pairs are looked at in all, so that many places take no longer than few. */
const PAIRS = 4_000_000
const STEPS = [20, 300] as const
/** How far a place moves at most in the first step, as a share of the length of a link. */
const FIRST_MOVE = 0.5
const NEAR = 1e-6

/**
 * Places of nodes that push each other away while links pull them together. They begin on a circle and nothing is left
 * to chance, so the same links give the same picture everywhere.
 */
export function forcePlaces(
  count: number,
  links: readonly (readonly [number, number])[],
  { edgeLength, gravity, repulsion }: ForceRules,
): readonly Point[] {
  const [xs, ys] = onCircle(count, edgeLength)
  const steps = Math.round(Math.min(STEPS[1], Math.max(STEPS[0], PAIRS / Math.max(1, count * count))))
  const push = repulsion * edgeLength
  for (let step = 0; step < steps; step += 1) {
    const dx = xs.map((x) => -gravity * x)
    const dy = ys.map((y) => -gravity * y)
    pushApart(xs, ys, push, (at, x, y) => add(dx, dy, at, x, y))
    for (const [from, to] of links) {
      const [x, y] = [at(xs, to) - at(xs, from), at(ys, to) - at(ys, from)]
      const pull = Math.hypot(x, y) / edgeLength / 2
      add(dx, dy, from, x * pull, y * pull)
      add(dx, dy, to, -x * pull, -y * pull)
    }
    const most = edgeLength * FIRST_MOVE * (1 - step / steps)
    for (let node = 0; node < count; node += 1) {
      const length = Math.hypot(at(dx, node), at(dy, node))
      const share = length > most ? most / length : 1
      add(xs, ys, node, at(dx, node) * share, at(dy, node) * share)
    }
  }
  return xs.map((x, node) => ({ x, y: at(ys, node) }))
}

const at = (numbers: readonly number[], place: number) => numbers[place] ?? 0

function add(xs: number[], ys: number[], place: number, x: number, y: number): void {
  xs[place] = at(xs, place) + x
  ys[place] = at(ys, place) + y
}

function onCircle(count: number, radius: number): readonly [number[], number[]] {
  const angles = Array.from({ length: count }, (_, place) => (2 * Math.PI * place) / Math.max(1, count))
  return [angles.map((angle) => radius * Math.cos(angle)), angles.map((angle) => radius * Math.sin(angle))]
}

function pushApart(
  xs: readonly number[],
  ys: readonly number[],
  push: number,
  move: (place: number, x: number, y: number) => void,
): void {
  for (let one = 0; one < xs.length; one += 1)
    for (let other = one + 1; other < xs.length; other += 1) {
      const [x, y] = [at(xs, one) - at(xs, other), at(ys, one) - at(ys, other)]
      const force = push / Math.max(NEAR, x * x + y * y)
      move(one, x * force, y * force)
      move(other, -x * force, -y * force)
    }
}

/** The points stretched into a box, each side for itself. A single one stands in the middle. */
export function fitted(points: readonly Point[], { x, y, width, height }: Point & Box): readonly Point[] {
  const [left, right] = ends(points.map((point) => point.x))
  const [top, bottom] = ends(points.map((point) => point.y))
  const share = (value: number, from: number, to: number) => (to - from < NEAR ? 0.5 : (value - from) / (to - from))
  return points.map((point) => ({
    x: x + width * share(point.x, left, right),
    y: y + height * share(point.y, top, bottom),
  }))
}

interface Box {
  readonly width: number
  readonly height: number
}

const ends = (numbers: readonly number[]): readonly [number, number] => [
  numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
]
