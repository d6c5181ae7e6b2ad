// Outlines made small: a TopoJSON with fewer points, whose borders stay those of both neighbours.
import { arcOf, isClosed, joined, pointsOf } from './arcs.mjs'
import { cutAtDateLine } from './cut.mjs'
import { areaOf, centerOf, simplified } from './points.mjs'

/**
 * The geometries of an object of a TopoJSON as places with rings of arcs, all arcs with as few points as `detail` allows:
 * square degrees that a point has to add to be kept. Parts smaller than `smallest` are left out, unless a place has no
 * larger one. Points are whole numbers, `perDegree` to a degree.
 */
export function shapesOf(topology, object, { idOf, isKept, perDegree, detail, smallest }) {
  const single = topology.arcs.map((arc) => decoded(arc, topology.transform))
  const drawn = topology.objects[object].geometries.filter((one) => one.arcs?.length > 0 && isKept(one))
  const cut = cutAtDateLine(drawn.map(withPolygons), single)
  const { geometries, arcs } = joined(cut.geometries, cut.arcs)
  const ringArea = (ring) => Math.abs(areaOf(pointsOf(ring, arcs)))
  const kept = geometries.map((geometry) => {
    const sized = geometry.polygons
      .map((rings) => ({ rings, area: ringArea(rings[0]) }))
      .toSorted((a, b) => b.area - a.area)
    const large = sized.filter(({ area }, at) => at === 0 || area >= smallest)
    const holes = ({ rings: [outer, ...inner] }) => [outer, ...inner.filter((ring) => ringArea(ring) >= smallest)]
    return { id: idOf(geometry), polygons: large.map(holes), center: centerOf(pointsOf(large[0].rings[0], arcs)) }
  })
  return { perDegree, ...written(kept, arcs, { perDegree, detail, smallest }) }
}

function written(kept, arcs, { perDegree, detail, smallest }) {
  const used = [...new Set(kept.flatMap(({ polygons }) => polygons.flat(2).map(arcOf)))]
  const places = new Map(used.map((arc, at) => [arc, at]))
  const isTiny = ([[outer]]) => Math.abs(areaOf(pointsOf(outer, arcs))) < 4 * smallest
  const tiny = new Set(kept.flatMap(({ polygons }) => (isTiny(polygons) ? polygons[0][0].map(arcOf) : [])))
  const detailOf = (arc) => (tiny.has(arc) ? detail / 50 : isClosed(arcs[arc]) ? detail / 4 : detail)
  const renamed = (arc) => (arc < 0 ? ~places.get(~arc) : places.get(arc))
  return {
    arcs: used.map((arc) => encoded(simplified(arcs[arc], detailOf(arc)), perDegree)),
    places: kept.map(({ id, polygons, center }) => ({
      id,
      center: center.map((value) => Math.round(value * perDegree)),
      polygons: polygons.map((rings) => rings.map((ring) => ring.map(renamed))),
    })),
  }
}

const withPolygons = (geometry) => ({
  ...geometry,
  polygons: geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs,
})

function decoded(arc, { scale, translate }) {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The steps from point to point as digits of five bits each, the lowest first; the sixth says that more follow. */
function encoded(points, perDegree) {
  let [x, y] = [0, 0]
  let text = ''
  for (const [at, point] of points.entries()) {
    const [nextX, nextY] = point.map((value) => Math.round(value * perDegree))
    const isSame = nextX === x && nextY === y
    if (!isSame || at === 0) text += digitsOf(nextX - x) + digitsOf(nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return text
}

function digitsOf(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const five = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? five | 32 : five]
  } while (rest > 0)
  return text
}
