import { expect, it } from 'vitest'
import { contrast, readableColor } from './contrast.ts'
import { tokensOf } from './tokens.ts'

it('measures what the guidelines measure', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it.each(['light', 'dark'] as const)('makes every colour of the %s theme readable as small text', (theme) => {
  const { cat, surface, text } = tokensOf(theme)
  for (const color of cat) expect(contrast(readableColor(color, surface, text), surface)).toBeGreaterThanOrEqual(4.5)
})

it('leaves a colour alone that is readable', () => {
  expect(readableColor('#0D4C90', '#FFFFFF', '#12181A')).toBe('#0D4C90')
})

it('takes the colour of text for one that it cannot read', () => {
  expect(readableColor('red', '#FFFFFF', '#12181A')).toBe('red')
})
