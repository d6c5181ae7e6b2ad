import { expect, it } from 'vitest'
import { allowedRows, finalFactor, plannedFactor } from './limits.ts'

it('never allows more rows than the server, and the most for nothing, zero and less', () => {
  expect([null, undefined, 0, -5, 7, 500].map((asked) => allowedRows(asked, 100))).toEqual([100, 100, 100, 100, 7, 100])
})

it('names the limit that bites', () => {
  expect(plannedFactor(null, 10)).toBe('DROPDOWN')
  expect(plannedFactor(20, 10)).toBe('DROPDOWN')
  expect(plannedFactor(5, 10)).toBe('QUERY')
  expect(plannedFactor(10, 10)).toBe('QUERY_AND_DROPDOWN')
  expect(finalFactor(5, 10, 5, false)).toBe('QUERY')
  expect(finalFactor(10, 10, 10, false)).toBe('QUERY_AND_DROPDOWN')
  expect(finalFactor(5, 10, 3, false)).toBe('NOT_LIMITED')
  expect(finalFactor(null, 10, 10, true)).toBe('DROPDOWN')
  expect(finalFactor(null, 10, 10, false)).toBe('NOT_LIMITED')
})
