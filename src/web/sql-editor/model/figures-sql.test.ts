import { expect, it } from 'vitest'
import { bucketsOf, histogramSql, wholeSql } from './figures-sql.ts'

it.each([
  ['SELECT *\nFROM "main"."t"\nLIMIT 100', 'SELECT *\nFROM "main"."t"'],
  ['select * from t limit 100;', 'select * from t'],
  ['select * from t', 'select * from t'],
])('reads the whole table in place of %j', (preview, whole) => expect(wholeSql(preview)).toBe(whole))

it('counts in buckets of one size, the greatest value in the last', () => {
  expect(histogramSql('select 1 as n', '"n"', 3, 3)).toBeNull()
  expect(histogramSql('select 1 as n', '"n"', Number('x'), 3)).toBeNull()
  expect(histogramSql('select 1 as n', '"n"', 0, 50)).toContain('("n" - (0)) * 1.0 / 2)')
  const counts = bucketsOf([
    { place: 0, many: 2 },
    { place: 24, many: 3 },
    { place: 25, many: 1 },
  ])
  expect([counts[0], counts[24], counts.length]).toEqual([2, 4, 25])
})
