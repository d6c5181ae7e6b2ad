import { expect, it } from 'vitest'
import { readCommand } from './settings.ts'

const HOUSE = { id: 'house', label: 'House', colors: ['#123456', '#654321'] }
const read = (schemes: unknown) => readCommand([], { SIGHTLINE_COLOR_SCHEMES: JSON.stringify(schemes) })

it('takes the colour schemes of an installation', () => {
  const command = read([HOUSE, { ...HOUSE, id: 'own', isDefault: true }])
  expect(command).toMatchObject({ settings: { colorSchemes: [{ isDefault: false }, { id: 'own', isDefault: true }] } })
})

it.each([
  ['no list', { ...HOUSE }],
  ['a colour that is none', [{ ...HOUSE, colors: ['red', '#123456'] }]],
  [
    'two defaults',
    [
      { ...HOUSE, isDefault: true },
      { ...HOUSE, id: 'other', isDefault: true },
    ],
  ],
])('refuses %s', (_name, schemes) => {
  expect(() => read(schemes)).toThrow('SIGHTLINE_COLOR_SCHEMES must be a JSON list')
})
