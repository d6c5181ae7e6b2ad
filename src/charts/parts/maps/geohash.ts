import type { Point } from './shapes.ts'

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz'
const BITS = [16, 8, 4, 2, 1]

/** The middle of what a geohash stands for; null for a text that is none. */
export function geohashPoint(hash: string): Point | null {
  const letters = [...hash.trim().toLowerCase()].map((letter) => LETTERS.indexOf(letter))
  if (letters.length === 0 || letters.includes(-1)) return null
  const ranges: [[number, number], [number, number]] = [
    [-180, 180],
    [-90, 90],
  ]
  let at = 0
  for (const letter of letters)
    for (const bit of BITS) {
      const range = ranges[at % 2 === 0 ? 0 : 1]
      const middle = (range[0] + range[1]) / 2
      if (letter & bit) range[0] = middle
      else range[1] = middle
      at += 1
    }
  const [[west, east], [south, north]] = ranges
  return [(west + east) / 2, (south + north) / 2]
}
