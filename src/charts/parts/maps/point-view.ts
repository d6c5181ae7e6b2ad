import { asNumber, asRecord, field, type Reader } from '../form-options.ts'
import { type Box, boundsOf, type Outline, outlineOf } from './fit.ts'
import { placesOn } from './map-store.ts'
import { mercator } from './projection.ts'
import type { Place, Point } from './shapes.ts'

/** What a saved chart was looking at. */
export interface Viewport {
  readonly middle: Point
  /** One more is twice as large; at 0 the world is 512 pixels wide. */
  readonly zoom: number
}

const asViewport: Reader<Viewport> = (value) => {
  const saved = asRecord(value) ?? {}
  const [east, north, zoom] = [asNumber(saved.longitude), asNumber(saved.latitude), asNumber(saved.zoom)]
  return east === undefined || north === undefined || zoom === undefined ? undefined : { middle: [east, north], zoom }
}

export const viewport = field<Viewport | null>('viewport', asViewport, null)

/** A part of the world in a box of pixels. */
export interface PointView {
  put(point: Point): Point
  /** Pixels of a metre at a latitude. */
  metrePx(latitude: number): number
  readonly outlines: readonly Outline[]
}

const WORLD_PX = 512
const TURN = 2 * Math.PI
const EARTH_M = 6_378_137
const MOST_ZOOM = 12
/** A place alone is shown with the countries around it. */
const LONE_ZOOM = 3
/** Around the outermost points, as a share of the box. */
const MARGIN = 0.08
/** Borders of states are seen where less than this of the world is, in radians. */
const STATES_WIDTH = 1.6

/** The view that a chart was saved with, or one of all points. */
export function pointView(points: readonly Point[], saved: Viewport | null, box: Box): PointView {
  const { middle, scale } = saved === null ? aroundAll(points.map(mercator), box) : lookingAt(saved)
  const put = (point: Point): Point => {
    const [x, y] = mercator(point)
    return [box.width / 2 + (x - middle[0]) * scale, box.height / 2 + (y - middle[1]) * scale]
  }
  return {
    put,
    metrePx: (latitude) => scale / (EARTH_M * Math.cos((latitude * Math.PI) / 180)),
    outlines: [
      ...outlinesIn(placesOn('world'), put, box),
      ...(box.width / scale < STATES_WIDTH ? outlinesIn(placesOn('states'), put, box) : []),
    ],
  }
}

interface Look {
  readonly middle: Point
  readonly scale: number
}

const scaleAt = (zoom: number) => (WORLD_PX / TURN) * 2 ** zoom

const lookingAt = ({ middle, zoom }: Viewport): Look => ({ middle: mercator(middle), scale: scaleAt(zoom) })

function aroundAll(points: readonly Point[], { width, height }: Box): Look {
  const bounds = boundsOf(points)
  if (bounds === null) return { middle: mercator([10, 20]), scale: width / TURN }
  const { from, to } = bounds
  const inner = 1 - 2 * MARGIN
  const most = from[0] === to[0] && from[1] === to[1] ? LONE_ZOOM : MOST_ZOOM
  const fits = Math.min(
    (width * inner) / Math.max(1e-9, to[0] - from[0]),
    (height * inner) / Math.max(1e-9, to[1] - from[1]),
  )
  return { middle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], scale: Math.min(scaleAt(most), fits) }
}

/** Parts of places that reach into the box. */
function outlinesIn(
  places: readonly Place[],
  put: (point: Point) => Point,
  { width, height }: Box,
): readonly Outline[] {
  const isSeen = (ring: readonly Point[]) => {
    const bounds = boundsOf(ring.map(put))
    return bounds !== null && bounds.from[0] < width && bounds.to[0] > 0 && bounds.from[1] < height && bounds.to[1] > 0
  }
  return places.flatMap((place) => {
    const polygons = place.polygons.filter(([outer = []]) => isSeen(outer))
    return polygons.length === 0 ? [] : [outlineOf({ ...place, polygons }, put)]
  })
}
