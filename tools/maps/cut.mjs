// Rings that pass the meridian on which the date changes, cut there: a flat map would draw a line across itself.

const HALF_TURN = 180
const POLE = -90

/** The rings of geometries and the arcs that they are made of, none of which passes the meridian. */
export function cutAtDateLine(geometries, arcs) {
  const cut = arcs.map(partsOf)
  const from = [0]
  for (const parts of cut) from.push(from.at(-1) + parts.length)
  const all = cut.flat()
  const named = (arc) => {
    const [first, count] = [from[arc < 0 ? ~arc : arc], cut[arc < 0 ? ~arc : arc].length]
    const names = Array.from({ length: count }, (_, at) => first + at)
    return arc < 0 ? names.toReversed().map((name) => ~name) : names
  }
  const ringsOf = (ring) => chainsOf(ring.flatMap(named), all)
  return {
    arcs: all,
    geometries: geometries.map((one) => ({
      ...one,
      polygons: one.polygons.flatMap(([outer, ...holes]) =>
        ringsOf(outer).map((ring, at) => (at === 0 ? [ring, ...holes.flatMap(ringsOf)] : [ring])),
      ),
    })),
  }
}

/** An arc as parts between its passages, each with the point where it passes. */
function partsOf(points) {
  const parts = [[points[0]]]
  for (const [at, next] of points.slice(1).entries()) {
    const [x, y] = points[at]
    if (Math.abs(next[0] - x) > HALF_TURN) {
      const side = x > 0 ? HALF_TURN : -HALF_TURN
      const share = (side - x) / (next[0] + 2 * side - x || 1)
      const height = y + (next[1] - y) * share
      parts.at(-1).push([side, height])
      parts.push([[-side, height]])
    }
    parts.at(-1).push(next)
  }
  return parts
}

/** A ring of arcs as rings that stay on one side. One that goes around the pole is closed below it. */
function chainsOf(ring, arcs) {
  const startOf = (arc) => (arc < 0 ? arcs[~arc].at(-1) : arcs[arc][0])
  const endOf = (arc) => (arc < 0 ? arcs[~arc][0] : arcs[arc].at(-1))
  const isBreak = (at) => Math.abs(endOf(ring.at(at - 1))[0] - startOf(ring[at])[0]) > HALF_TURN
  const first = ring.findIndex((_, at) => isBreak(at))
  if (first < 0) return [ring]
  const turned = [...ring.slice(first), ...ring.slice(0, first)]
  const chains = []
  for (const [at, arc] of turned.entries()) {
    if (at === 0 || isBreak((at + first) % ring.length)) chains.push([])
    chains.at(-1).push(arc)
  }
  return chains.map((chain) => {
    const [start, end] = [startOf(chain[0]), endOf(chain.at(-1))]
    if (Math.abs(start[0] - end[0]) < HALF_TURN) return chain
    return [...chain, arcs.push([end, [end[0], POLE], [start[0], POLE], start]) - 1]
  })
}
