import { expect, it } from 'vitest'
import { timeInTable } from './time-format.ts'

it('writes a time in a table as briefly as it can, and one beyond the last date in milliseconds', () => {
  const write = timeInTable(null)
  expect(write(Date.UTC(2024, 1, 29))).toBe('2024-02-29')
  expect(write(Date.UTC(2024, 1, 29, 12, 5))).toBe('2024-02-29 12:05:00')
  expect(write(-63_517_824_000_000)).toBe('-000043-03-15')
  expect(write(253_402_300_800_000)).toBe('+010000-01-01')
  expect(write(253_402_300_801_000)).toBe('+010000-01-01 00:00:01')
  expect(write(9_089_348_860_800_000)).toBe('9089348860800000')
})

it('writes all times of a column alike: as days, or with their clock where one of them has one', () => {
  const [midnight, noon] = [Date.UTC(2024, 1, 29), Date.UTC(2024, 1, 29, 12)]
  expect(timeInTable(null, [midnight, null])(midnight)).toBe('2024-02-29')
  expect(timeInTable(null, [midnight, noon])(midnight)).toBe('2024-02-29 00:00:00')
  expect(timeInTable(null, [midnight, noon + 5])(noon)).toBe('2024-02-29 12:00:00.000')
})
