import { expect, test } from 'vitest'
import { dayRangeLabel, daysOfRange, rangeOfDays } from './time-presets.ts'

test.each([
  ['2001-01-01 : 2001-07-01', '1 Jan – 30 Jun 2001'],
  ['2000-12-01 : 2001-07-01', '1 Dec 2000 – 30 Jun 2001'],
  ['2001-01-01 : 2001-01-02', '1 Jan 2001'],
  ['2001-01-01 : ', '≥ 1 Jan 2001'],
  [' : 2001-01-02', '≤ 1 Jan 2001'],
  ['Last week', null],
])('the range %s reads %s', (range, label) => {
  expect(dayRangeLabel(range, 'en-GB')?.replace(/\u2009/g, ' ') ?? null).toBe(label)
})

test('days make a range and come back from it; none make no filter', () => {
  expect(daysOfRange(rangeOfDays('2001-01-01', ''))).toEqual({ from: '2001-01-01', to: '' })
  expect(rangeOfDays('', '')).toBe('No filter')
})
