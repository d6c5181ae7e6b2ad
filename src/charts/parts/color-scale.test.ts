import { expect, it } from 'vitest'
import { colorScale } from './color-scale.ts'
import { schemeColors } from './color-schemes.ts'

const light = schemeColors(null, 'light')
const rules = { scheme: null, theme: 'light' } as const

it('gives the colours of the scheme in order, and a label keeps its own', () => {
  const scale = colorScale(rules)
  expect(['DE', 'FR', 'DE'].map(scale.color)).toEqual([light[0], light[1], light[0]])
  expect(scale.places()).toEqual({ DE: 0, FR: 1 })
})

it('leaves a fixed colour to the label that has it', () => {
  const scale = colorScale({ ...rules, fixed: { FR: 'cat-1', ES: '#123456' } })
  scale.announce(['DE', 'FR', 'ES'])
  expect(['DE', 'FR', 'ES'].map(scale.color)).toEqual([light[1], light[0], '#123456'])
  expect(scale.places()).toEqual({ DE: 1 })
})

it('keeps the colour that a label has elsewhere and gives others what is free', () => {
  const scale = colorScale({ ...rules, known: { DE: 0, FR: 1 } })
  scale.announce(['IT', 'FR', 'DE'])
  expect(scale.places()).toEqual({ DE: 0, FR: 1, IT: 2 })
})

it('gives two labels of a drawing different colours, although they have the same elsewhere', () => {
  const scale = colorScale({ ...rules, known: { DE: 3, FR: 3 } })
  scale.announce(['DE', 'FR'])
  expect(scale.color('DE')).not.toBe(scale.color('FR'))
})

it('begins again when there are more labels than colours', () => {
  const scale = colorScale(rules)
  const labels = Array.from({ length: light.length + 1 }, (_, i) => `n${i}`)
  scale.announce(labels)
  expect(scale.places()[`n${light.length}`]).toBe(0)
})
