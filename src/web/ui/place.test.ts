import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Placement, placeBeside } from './place.ts'

const VIEW = { width: 1_000, height: 800 }
const PLACEMENTS: Placement[] = ['bottom-start', 'bottom-end', 'top-start', 'top-end', 'right-start', 'left-start']

describe('where a pop-over goes', () => {
  it('is below the anchor where it fits, else above', () => {
    const size = { width: 200, height: 100 }
    const anchorAt = (top: number) => ({ left: 100, top, width: 80, height: 28 })
    expect(placeBeside(anchorAt(100), size, VIEW, 'bottom-start')).toEqual({ left: 100, top: 132 })
    expect(placeBeside(anchorAt(740), size, VIEW, 'bottom-start')).toEqual({ left: 100, top: 636 })
  })

  it('is inside the view, whatever the anchor', () => {
    const at = fc.integer({ min: 0, max: 990 })
    fc.assert(
      fc.property(
        at,
        at,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 700 }),
        fc.constantFrom(...PLACEMENTS),
        (left, top, width, height, placement) => {
          const place = placeBeside(
            { left, top: Math.min(top, 790), width: 10, height: 10 },
            { width, height },
            VIEW,
            placement,
          )
          expect(place.left).toBeGreaterThanOrEqual(8)
          expect(place.left + width).toBeLessThanOrEqual(VIEW.width - 8)
          expect(place.top).toBeGreaterThanOrEqual(8)
          expect(place.top + height).toBeLessThanOrEqual(VIEW.height - 8)
        },
      ),
    )
  })
})
