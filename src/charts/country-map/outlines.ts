import { type Box, boundsOf, fittedInto, type Outline, outlineOf } from '../parts/maps/fit.ts'
import { albers, type Projection } from '../parts/maps/projection.ts'
import type { Place, Point } from '../parts/maps/shapes.ts'

const MAINLAND = albers({ middle: [-96, 38], parallels: [29.5, 45.5] })
/** States that lie far away have a corner below the others, smaller where they are large. */
const ALASKA = { id: '02', project: albers({ middle: [-154, 63], parallels: [55, 65] }), scale: 0.36, share: [0, 0.22] }
const HAWAII = {
  id: '15',
  project: albers({ middle: [-157, 20.5], parallels: [8, 18] }),
  scale: 1,
  share: [0.24, 0.36],
}
const AWAY = [ALASKA, HAWAII] as const
/** How much of the height the corners take. */
const CORNER_SHARE = 0.24

/** The states of the United States in a box. */
export function stateOutlines(places: readonly Place[], box: Box): readonly Outline[] {
  const away = new Set<string>(AWAY.map(({ id }) => id))
  const near = places.filter(({ id }) => !away.has(id))
  const bounds = boundsOf(pointsOf(near, MAINLAND))
  if (bounds === null) return []
  const put = fittedInto(bounds, box)
  const scale = (put([1, 0])[0] - put([0, 0])[0]) as number
  const left = put(bounds.from)[0]
  const width = put(bounds.to)[0] - left
  const floor = put(bounds.to)[1]
  const corner = (put(bounds.to)[1] - put(bounds.from)[1]) * CORNER_SHARE
  return places.map((place) => {
    const own = AWAY.find(({ id }) => id === place.id)
    if (own === undefined) return outlineOf(place, (point) => put(MAINLAND(point)))
    const [from = 0, to = 1] = own.share
    const room = { left: left + width * from, width: width * (to - from), top: floor - corner, height: corner }
    return outlineOf(place, intoCorner(place, own, { ...room, most: scale * own.scale }))
  })
}

interface Corner extends Box {
  readonly left: number
  readonly top: number
  /** Pixels to a unit of the plane, at most. */
  readonly most: number
}

function intoCorner(place: Place, { project }: { readonly project: Projection }, corner: Corner) {
  const { from, to } = boundsOf(pointsOf([place], project)) ?? { from: [0, 0], to: [1, 1] }
  const scale = Math.min(corner.most, corner.width / (to[0] - from[0]), corner.height / (to[1] - from[1]))
  const top = corner.top + corner.height - (to[1] - from[1]) * scale
  return (point: Point): Point => {
    const [x, y] = project(point)
    return [corner.left + (x - from[0]) * scale, top + (y - from[1]) * scale]
  }
}

const pointsOf = (places: readonly Place[], project: Projection): readonly Point[] =>
  places.flatMap(({ polygons }) => polygons.flatMap(([outer = []]) => outer)).map(project)
