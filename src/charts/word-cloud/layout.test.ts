import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PlacedWord, placeWords, wordWidth } from './layout.ts'

const WIDTH = 420
const HEIGHT = 240
/** The board is made of squares, so that a word may be half a square beside its place. */
const EDGE_PX = 2

/** Half of the room of a word that lies level or upright, along the axes of the picture. */
function halves({ text, size, angle }: PlacedWord) {
  const sides = [(wordWidth(text) * size) / 2, size / 2] as const
  return angle === 90 ? { x: sides[1], y: sides[0] } : { x: sides[0], y: sides[1] }
}

const word = fc.record({
  text: fc.string({ minLength: 1, maxLength: 14, unit: 'grapheme' }),
  size: fc.integer({ min: 8, max: 70 }),
  angle: fc.constantFrom(0, 90),
})

it('lays no word on another one or over the edge, and the same words at the same places', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 25 }), (words) => {
      const placed = placeWords(words, WIDTH, HEIGHT)
      expect(placeWords(words, WIDTH, HEIGHT)).toEqual(placed)
      for (const [at, one] of placed.entries()) {
        const own = halves(one)
        expect([one.x - own.x, one.y - own.y].every((edge) => edge >= -EDGE_PX)).toBe(true)
        expect([WIDTH - one.x - own.x, HEIGHT - one.y - own.y].every((edge) => edge >= -EDGE_PX)).toBe(true)
        for (const other of placed.slice(at + 1)) {
          const theirs = halves(other)
          const isApart = Math.abs(one.x - other.x) >= own.x + theirs.x || Math.abs(one.y - other.y) >= own.y + theirs.y
          expect(isApart, `${one.text} ${other.text}`).toBe(true)
        }
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

it('makes all letters smaller where they have no room, and leaves out what has none at the smallest size', () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ text: `word ${at}`, size: at === 0 ? 60 : 30, angle: 0 }))
  const many = placeWords(words(60), WIDTH, HEIGHT)
  expect(many).toHaveLength(60)
  expect(many[0]?.size).toBeLessThan(60)
  expect(many[0]?.size).toBeGreaterThan(many[1]?.size ?? Number.NaN)
  const few = placeWords(words(60), 90, 60)
  expect(few.length).toBeGreaterThan(3)
  expect(few.length).toBeLessThan(60)
})
