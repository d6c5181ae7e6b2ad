// Arcs of a topology: lines that the outlines of neighbours share.

/** The number of an arc that may be walked backwards. */
export const arcOf = (index) => (index < 0 ? ~index : index)

/** The points of an arc, from its end where it is walked backwards. */
const along = (index, arcs) => (index < 0 ? arcs[~index].toReversed() : arcs[index])

/** The points of a ring of arcs. */
export const pointsOf = (ring, arcs) =>
  ring.flatMap((index, at) => (at === 0 ? along(index, arcs) : along(index, arcs).slice(1)))

export const isClosed = (points) => points[0].join() === points.at(-1).join()

/** Arcs that always follow each other become one: states made of counties have a point of none between two of them. */
export function joined(geometries, single) {
  const rings = geometries.flatMap(({ polygons }) => polygons.flat())
  const only = followers(rings)
  const arcs = []
  const names = new Map()
  for (const start of new Set(rings.flat().map(arcOf))) {
    if (names.has(start)) continue
    const chain = chainFrom(start, only)
    const points = chain.flatMap((arc, at) => (at === 0 ? along(arc, single) : along(arc, single).slice(1)))
    const name = arcs.push(points) - 1
    for (const [at, arc] of chain.entries()) {
      names.set(arc, at === 0 ? name : null)
      names.set(~arc, at === chain.length - 1 ? ~name : null)
    }
  }
  const renamed = (ring) => ring.map((arc) => names.get(arc)).filter((name) => name !== null)
  return {
    arcs,
    geometries: geometries.map((one) => ({ ...one, polygons: one.polygons.map((rings) => rings.map(renamed)) })),
  }
}

/** Which arc comes after one in each ring that has it; null where that differs. */
function followers(rings) {
  const after = new Map()
  const note = (arc, next) => after.set(arc, (after.get(arc) ?? new Set()).add(next))
  for (const ring of rings)
    for (const [at, arc] of ring.entries()) {
      const next = ring[(at + 1) % ring.length]
      note(arc, next)
      note(~next, ~arc)
    }
  return (arc) => {
    const [next] = after.get(arc) ?? []
    return after.get(arc)?.size === 1 && after.get(~next)?.size === 1 && arcOf(next) !== arcOf(arc) ? next : null
  }
}

/** The arcs that a walk takes from one, back to where it must begin and on to where it must end. */
function chainFrom(start, only) {
  const chain = [start]
  for (let before = only(~start); before !== null && !chain.includes(~before); before = only(before))
    chain.unshift(~before)
  for (let next = only(start); next !== null && !chain.includes(next); next = only(next)) chain.push(next)
  return chain
}
