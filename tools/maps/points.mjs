// What can be said of lists of points in degrees, and fewer points for the same line.
import { isClosed } from './arcs.mjs'

/** Square degrees as they are at the height of the ring. */
export function areaOf(points) {
  const height = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const shrunk = Math.cos((height * Math.PI) / 180)
  return (
    (shrunk *
      points.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = points[(at + 1) % points.length]
        return sum + x * nextY - nextX * y
      }, 0)) /
    2
  )
}

/** The point inside of a ring that is farthest from it, as a grid finds it. */
export function centerOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  let best = { at: [(left + right) / 2, (low + high) / 2], distance: -1 }
  const steps = 40
  for (let i = 1; i < steps; i += 1)
    for (let j = 1; j < steps; j += 1) {
      const at = [left + ((right - left) * i) / steps, low + ((high - low) * j) / steps]
      if (!isInside(at, points)) continue
      const shrunk = Math.cos((at[1] * Math.PI) / 180)
      const distance = Math.min(...points.map(([x, y]) => Math.hypot((x - at[0]) * shrunk, y - at[1])))
      if (distance > best.distance) best = { at, distance }
    }
  return best.at
}

function isInside([x, y], points) {
  let inside = false
  for (let at = 0, before = points.length - 1; at < points.length; before = at, at += 1) {
    const [[ax, ay], [bx, by]] = [points[at], points[before]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Takes out the point that adds the least, again and again, until each adds more than `detail`. The ends stay. */
export function simplified(points, detail) {
  const kept = points.map((point) => ({ point }))
  const least = isClosed(points) ? 4 : 2
  for (let at = leastAt(kept, detail); kept.length > least && at >= 0; at = leastAt(kept, detail)) {
    kept.splice(at, 1)
    for (const next of [kept[at - 1], kept[at]]) delete next.weight
  }
  return kept.map(({ point }) => point)
}

/** The place of the point that adds the least, if that is less than `detail`; else below zero. */
function leastAt(kept, detail) {
  let [lowest, at] = [detail, -1]
  for (let i = 1; i < kept.length - 1; i += 1) {
    kept[i].weight ??= triangle(kept[i - 1].point, kept[i].point, kept[i + 1].point)
    if (kept[i].weight < lowest) [lowest, at] = [kept[i].weight, i]
  }
  return at
}

function triangle([ax, ay], [bx, by], [cx, cy]) {
  if (Math.abs(bx) === 180) return Number.POSITIVE_INFINITY
  return (Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) * Math.cos((by * Math.PI) / 180)) / 2
}
