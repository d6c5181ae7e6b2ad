import type { Point } from './shapes.ts'

/** Degrees to a plane whose second axis points down. */
export type Projection = (point: Point) => Point

const RADIANS = Math.PI / 180
const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796] as const
const ROOT = Math.sqrt(3) / 2

/** The Equal Earth projection of Šavrič, Patterson and Jenny: areas stay what they are to each other. */
export const equalEarth: Projection = ([east, north]) => {
  const angle = Math.asin(ROOT * Math.sin(north * RADIANS))
  const [square, sixth] = [angle ** 2, angle ** 6]
  const width = ROOT * (A1 + 3 * A2 * square + sixth * (7 * A3 + 9 * A4 * square))
  return [(east * RADIANS * Math.cos(angle)) / width, -angle * (A1 + A2 * square + sixth * (A3 + A4 * square))]
}

/** A part of the world without a lean: degrees east are as wide as they are at a latitude. */
export const flatAt = (latitude: number): Projection => {
  const width = Math.cos(latitude * RADIANS)
  return ([east, north]) => [east * RADIANS * width, -north * RADIANS]
}

const MOST_NORTH = 85.05

/** Angles stay what they are, as on the maps that people zoom into streets. */
export const mercator: Projection = ([east, north]) => {
  const bounded = Math.min(MOST_NORTH, Math.max(-MOST_NORTH, north)) * RADIANS
  return [east * RADIANS, -Math.log(Math.tan(Math.PI / 4 + bounded / 2))]
}

interface Cone {
  readonly middle: Point
  readonly parallels: readonly [number, number]
}

/** Albers' projection on a cone: areas stay, and a country that is wide leans little. */
export function albers({ middle, parallels }: Cone): Projection {
  const [first, second] = parallels.map((degrees) => degrees * RADIANS) as [number, number]
  const narrow = (Math.sin(first) + Math.sin(second)) / 2
  const base = Math.cos(first) ** 2 + 2 * narrow * Math.sin(first)
  const radius = (north: number) => Math.sqrt(base - 2 * narrow * Math.sin(north * RADIANS)) / narrow
  const zero = radius(middle[1])
  return ([east, north]) => {
    const angle = narrow * turned(east - middle[0]) * RADIANS
    const away = radius(north)
    return [away * Math.sin(angle), away * Math.cos(angle) - zero]
  }
}

/** Islands beyond the date line stand beside those before it. */
const turned = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)
