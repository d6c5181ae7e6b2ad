/** Degrees east and north, or places on a plane. */
export type Point = readonly [x: number, y: number]
type Ring = readonly Point[]

/** A country or a part of one. */
export interface Place {
  /** Its number; empty for land that has none. */
  readonly id: string
  /** Well inside of its largest part. */
  readonly center: Point
  /** Largest first, each an outline and what is cut out of it. */
  readonly polygons: readonly (readonly Ring[])[]
}

/** Outlines as `tools/maps.mjs` writes them: neighbours share the arcs of their borders. */
export interface WrittenShapes {
  readonly perDegree: number
  readonly arcs: readonly string[]
  readonly places: readonly {
    readonly id: string
    readonly center: readonly number[]
    readonly polygons: readonly (readonly (readonly number[])[])[]
  }[]
}

export function readShapes({ perDegree, arcs, places }: WrittenShapes): readonly Place[] {
  const lines = arcs.map((text) => pointsOf(text, perDegree))
  const arc = (at: number): Ring => (at < 0 ? (lines[~at] ?? []).toReversed() : (lines[at] ?? []))
  return places.map(({ id, center: [x = 0, y = 0], polygons }) => ({
    id,
    center: [x / perDegree, y / perDegree],
    polygons: polygons.map((rings) =>
      rings.map((ring) => ring.flatMap((at, place) => (place === 0 ? arc(at) : arc(at).slice(1)))),
    ),
  }))
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))
const HAS_MORE = 32

/** The steps from point to point, each number as digits of five bits, the lowest first. */
function pointsOf(text: string, perDegree: number): Ring {
  const numbers: number[] = []
  let [number, shift] = [0, 0]
  for (const digit of text) {
    const value = VALUES.get(digit) ?? 0
    number |= (value & (HAS_MORE - 1)) << shift
    shift += 5
    if (value & HAS_MORE) continue
    numbers.push(number & 1 ? -(number >> 1) : number >> 1)
    ;[number, shift] = [0, 0]
  }
  let [x, y] = [0, 0]
  return Array.from({ length: numbers.length / 2 }, (_, at): Point => {
    x += numbers[2 * at] ?? 0
    y += numbers[2 * at + 1] ?? 0
    return [x / perDegree, y / perDegree]
  })
}
