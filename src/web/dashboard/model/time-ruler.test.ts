import { expect, test } from 'vitest'
import {
  lastMonths,
  rangeOfWindow,
  rulerFrom,
  rulerLabels,
  shareAt,
  timeSource,
  windowOf,
  withEnd,
} from './time-ruler.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2024, 0, 10)

function answer(days: number, from = START) {
  const data = Array.from({ length: days }, (_, index) => ({ day: from + index * DAY_MS, rows: index + 1 }))
  return { result: [{ data }] }
}
function ruler(days: number) {
  const made = rulerFrom(answer(days), 'day')
  if (!made) throw new Error('too few days')
  return made
}

test('a few days are no ruler, many are cut into at most 190 ticks that keep the sum', () => {
  expect(rulerFrom(answer(13), 'day')).toBeNull()
  expect(rulerFrom(null, 'day')).toBeNull()
  const long = ruler(1_000)
  expect(long.buckets.length).toBeLessThanOrEqual(190)
  expect(long.buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe((1_000 * 1_001) / 2)
  expect(long.endMs - long.startMs).toBe(1_000 * DAY_MS)
})

test.each<[string | null, string | null, number, number]>([
  [null, null, 0, 1],
  ['2024-01-15T00:00:00', '2024-01-20T00:00:00', 0.25, 0.5],
  ['2023-01-01T00:00:00', '2030-01-01T00:00:00', 0, 1],
  ['2024-01-20', null, 0.5, 1],
])('a range from %s to %s stands at %f to %f', (since, until, from, to) => {
  const short = ruler(20)
  const window = windowOf(short, since, until)
  expect([shareAt(short, window.fromMs), shareAt(short, window.toMs)]).toEqual([from, to])
})

test('an end that is moved stays on the ruler and one day from the other', () => {
  const short = ruler(20)
  const window = windowOf(short, '2024-01-15', '2024-01-20')
  expect(rangeOfWindow(short, withEnd(short, window, 'from', 0))).toBe('2024-01-10 : 2024-01-20')
  expect(rangeOfWindow(short, withEnd(short, window, 'from', short.endMs))).toBe('2024-01-19 : 2024-01-20')
  expect(rangeOfWindow(short, withEnd(short, window, 'to', 0))).toBe('2024-01-15 : 2024-01-16')
})

test('the whole ruler is no range', () => {
  const short = ruler(20)
  expect(rangeOfWindow(short, windowOf(short, null, null))).toBeNull()
})

test('the last months are counted from the end of the data', () => {
  const year = ruler(366)
  expect(rangeOfWindow(year, lastMonths(year, 3))).toBe('2024-10-10 : 2025-01-10')
  expect(rangeOfWindow(ruler(20), lastMonths(ruler(20), 3))).toBeNull()
})

test.each([
  [60, 2],
  [366, 6],
  [3_000, 8],
])('%i days have %i labels, on first days of months', (days, count) => {
  const labels = rulerLabels(ruler(days))
  expect(labels).toHaveLength(count)
  for (const label of labels) expect(new Date(label.atMs).getUTCDate()).toBe(1)
})

test('writes no month that the end of the ruler would cut off', () => {
  const made = rulerFrom(answer(182, Date.UTC(2001, 0, 1)), 'day')
  if (!made) throw new Error('too few days')
  const months = rulerLabels(made).map((label) => new Date(label.atMs).getUTCMonth())
  expect(months).toEqual([0, 1, 2, 3, 4, 5])
})

test('counts the dataset that most charts ask, among those that the filter reaches', () => {
  const datasets = [1, 2, 3].map((id) => ({ id, time: { main: id === 3 ? null : `time ${id}` } }))
  const charts = [1, 2, 2, 3, 3, 3].map((datasetId, at) => ({ id: at + 10, datasetId }))
  expect(timeSource(datasets, charts, null)).toEqual({ datasetId: 2, column: 'time 2' })
  expect(timeSource(datasets, charts, [10, 13])).toEqual({ datasetId: 1, column: 'time 1' })
  expect(timeSource([], charts, null)).toBe(null)
})
