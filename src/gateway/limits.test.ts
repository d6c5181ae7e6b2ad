import { describe, expect, it } from 'vitest'
import { STANDARD_LEXICON } from '../query/dialect.ts'
import { allowedRows, finalFactor, ownLimit, plannedFactor } from './limits.ts'

describe('ownLimit', () => {
  it.each([
    ['select 1 limit 5', 5],
    ['select 1 LIMIT 1_000 -- limit 3', 1000],
    ['select * from (select 1 limit 3) t', null],
    ["select 'limit 7'", null],
    ['select 1 limit 5 + 5', null],
    ['select 1 limit 10 %', null],
    ['select 1 limit all', null],
    ['with a as (select 1 limit 2) select * from a limit 9 offset 3', 9],
    ['select "limit" from t', null],
  ])('of %s is %s', (sql, limit) => {
    expect(ownLimit(sql, STANDARD_LEXICON)).toBe(limit)
  })
})

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
