import { describe, expect, it } from 'vitest'
import { formatAgo, formatBytes, formatCount, formatDuration, formatRough, toDate } from './format.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

describe('formats', () => {
  it('separate thousands and use a true minus', () => {
    expect(formatCount(1_284_907)).toBe('1,284,907')
    expect(formatCount(-3)).toBe('−3')
  })

  it.each([
    [14, '14'],
    [3_412, '3.4k'],
    [690_700, '691k'],
    [10_000_000, '10M'],
  ])('write about %d rows as %s', (count, text) => expect(formatRough(count)).toBe(text))

  it.each([
    [340, '340 ms'],
    [1_840, '1.8 s'],
    [182_000, '3 min 02 s'],
    [3_900_000, '1 h 05 min'],
  ])('write %d milliseconds as %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

  it.each([
    [0, '0 B'],
    [1_536, '1.5 kB'],
    [157_286_400, '150 MB'],
  ])('write %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('take a server time without a zone for UTC', () => {
    expect(toDate('2026-11-21T10:00:00').getTime()).toBe(Date.UTC(2026, 10, 21, 10))
    expect(toDate('2026-11-21T10:00:00+02:00').getTime()).toBe(Date.UTC(2026, 10, 21, 8))
    expect(formatAgo('2026-11-21T10:00:00', NOW)).toBe('2 hr. ago')
    expect(formatAgo(NOW - 86_400_000, NOW)).toBe('yesterday')
  })
})
