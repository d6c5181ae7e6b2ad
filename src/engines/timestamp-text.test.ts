import { expect, it } from 'vitest'
import { ByteText } from './byte-text.server.ts'
import { isoTimestamp } from './iso-time.ts'
import { writeTimestamp } from './timestamp-text.server.ts'

const written = (micros: number) => {
  const text = new ByteText()
  writeTimestamp(text, micros)
  return JSON.parse(text.take().toString())
}
const DAY = 86_400_000_000

it('writes the first and last day of every month that can be told exactly as the calendar does', () => {
  for (let year = 1684; year <= 2255; year += 1) {
    for (let month = 0; month < 12; month += 1) {
      const first = Date.UTC(year, month, 1) * 1000
      for (const micros of [first, first - 1, first - DAY, first + 43_200_123_456])
        expect(written(micros)).toBe(isoTimestamp(micros))
    }
  }
})

it.each([
  [0, '1970-01-01T00:00:00'],
  [-1, '1969-12-31T23:59:59.999999'],
  [1_709_208_000_000_001, '2024-02-29T12:00:00.000001'],
  [-9_007_199_254_740_991, '1684-07-28T00:12:25.259009'],
  [9_007_199_254_740_991, '2255-06-05T23:47:34.740991'],
])('%d microseconds are %s', (micros, text) => {
  expect(written(micros)).toBe(text)
  expect(isoTimestamp(micros)).toBe(text)
})
