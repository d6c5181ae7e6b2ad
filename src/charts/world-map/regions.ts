import { type Bounds, boundsOf, projectedBounds } from '../parts/maps/fit.ts'
import { equalEarth, flatAt, type Projection } from '../parts/maps/projection.ts'
import type { Place, Point } from '../parts/maps/shapes.ts'

interface Region {
  readonly id: string
  readonly label: string
  readonly southWest: Point
  readonly northEast: Point
}

const WORLD: Region = { id: 'world', label: 'The whole world', southWest: [-168, -56], northEast: [180, 83] }
const REGIONS = [
  WORLD,
  { id: 'africa', label: 'Africa', southWest: [-20, -36], northEast: [54, 38] },
  { id: 'asia', label: 'Asia', southWest: [26, -11], northEast: [150, 56] },
  { id: 'europe', label: 'Europe', southWest: [-25, 34], northEast: [45, 71.5] },
  { id: 'north_america', label: 'North America', southWest: [-168, 7], northEast: [-52, 74] },
  { id: 'south_america', label: 'South America', southWest: [-82, -56], northEast: [-34, 13] },
  { id: 'oceania', label: 'Oceania', southWest: [110, -48], northEast: [180, 12] },
] as const satisfies readonly Region[]

/** What has values, as closely as it goes. */
const FITTED = { id: 'values', label: 'Where values are' } as const
export const REGION_CHOICES = [...REGIONS, FITTED].map(({ id, label }) => ({ value: id, label }))
export const REGION_IDS = [...REGIONS.map(({ id }) => id), FITTED.id]
type RegionId = (typeof REGION_IDS)[number]

/** Around places that values are shown of, in degrees. */
const MARGIN = 2
/** A part of the world that is wider is drawn as the whole is. */
const WIDE = 160

/** The projection of a part of the world, and its bounds on the plane. */
export function viewOf(
  id: RegionId,
  places: readonly Place[],
): { readonly project: Projection; readonly bounds: Bounds } {
  const { southWest, northEast } = id === 'values' ? around(places) : (REGIONS.find((one) => one.id === id) ?? WORLD)
  const isWide = northEast[0] - southWest[0] > WIDE
  const project = isWide ? equalEarth : flatAt((southWest[1] + northEast[1]) / 2)
  return { project, bounds: projectedBounds(southWest, northEast, project) }
}

/** The corners around the largest parts of some places. */
function around(places: readonly Place[]): Pick<Region, 'southWest' | 'northEast'> {
  const found = boundsOf(places.flatMap(({ polygons }) => polygons[0]?.[0] ?? []))
  if (found === null) return WORLD
  const { from, to } = found
  return {
    southWest: [from[0] - MARGIN, Math.max(-89, from[1] - MARGIN)],
    northEast: [to[0] + MARGIN, Math.min(89, to[1] + MARGIN)],
  }
}
