import { describe, expect, it } from 'vitest'
import { fixedRange, rangeEnds, rangeText } from './time-range.ts'

describe('a time range', () => {
  it('shows the days of a fixed range and leaves words alone', () => {
    expect(rangeEnds('2024-01-01 : 2024-07-01')).toEqual({ since: '2024-01-01', until: '2024-07-01' })
    expect(rangeEnds(' : 2024-07-01T00:00:00')).toEqual({ since: '', until: '2024-07-01' })
    expect(rangeEnds('Last week')).toEqual({ since: '', until: '' })
  })
  it('reads with both its days', () => {
    expect(
      ['2024-01-01 : 2024-07-01', '2023-12-01 : 2024-02-01', 'Last week'].map((range) => rangeText(range)),
    ).toEqual(['1 Jan – 30 Jun 2024', '1 Dec 2023 – 31 Jan 2024', '· Last week'])
  })
  it('is made of days, or of none', () => {
    expect([fixedRange('2024-01-01', ''), fixedRange('', '')]).toEqual(['2024-01-01 : ', 'No filter'])
  })
})
