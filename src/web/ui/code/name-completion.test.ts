import { expect, it } from 'vitest'
import { quoted } from './name-completion.ts'

it('quotes a name where it must be, as the engine does', () => {
  expect(quoted('amount', '"')).toBe('amount')
  expect(quoted('Order "no"', '"')).toBe('"Order ""no"""')
  expect(quoted('Order', '`')).toBe('`Order`')
})
