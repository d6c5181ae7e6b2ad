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
