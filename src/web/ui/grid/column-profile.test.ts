import { expect, it } from 'vitest'
import type { Row } from './cell.ts'
import { columnHistogram, columnProfile } from './column-profile.ts'

const rows = (...cells: (string | number | null)[]): readonly Row[] => cells.map((cell) => [cell])

it('counts, orders and averages numbers with every digit', () => {
  const profile = columnProfile(rows(1, '9007199254740993', null, 3, 3), 0, 'number', 4)
  expect(profile).toMatchObject({
    rows: 5,
    nulls: 1,
    distinct: 3,
    min: '1',
    max: '9007199254740993',
    median: '3',
    mean: '2251799813685250',
    histogram: [3, 0, 0, 1],
  })
  expect(profile.common[0]).toEqual(['3', 2])
})

it('orders texts, spreads times, and says nothing of an empty column', () => {
  expect(columnProfile(rows('b', 'a', 'b'), 0, 'text')).toMatchObject({ min: 'a', max: 'b', mean: null, histogram: [] })
  expect(columnProfile(rows('2024-01-01', '2024-01-03'), 0, 'time', 2).histogram).toEqual([1, 1])
  expect(columnProfile(rows(null), 0, 'number')).toMatchObject({ min: null, nulls: 1, histogram: [] })
})

it('draws texts by how often they come', () => {
  expect(columnHistogram(rows('a', 'b', 'b', null), 0, 'text')).toEqual([2, 1])
  expect(columnHistogram(rows(1, 2, 2), 0, 'number', 2)).toEqual([1, 2])
})
