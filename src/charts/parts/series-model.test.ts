import { expect, it } from 'vitest'
import type { Frame } from '../chart.ts'
import { seriesModel } from './series-model.ts'

const RULES = {
  xLabel: 'day',
  isCategorical: false,
  sortType: 'sum',
  isAscending: false,
  hasGroups: true,
  offsets: ['1 year ago'],
  titles: {},
  startsWithMetric: false,
} as const

/** Series of these sizes and, for each, one of a year ago that is larger. */
function frameOf(sizes: Readonly<Record<string, number>>): Frame {
  const groups = Object.entries(sizes)
  return {
    names: ['day', ...groups.map(([name]) => name), ...groups.map(([name]) => `1 year ago, ${name}`)],
    generics: [2, ...groups.flatMap(() => [0, 0] as const)],
    columns: [[0], ...groups.map(([, size]) => [size]), ...groups.map(([, size]) => [size * 100])],
    rowCount: 1,
  }
}

it('colours every series and what it is compared with while there are few, its own first', () => {
  const { series } = seriesModel(frameOf({ a: 1, b: 6, c: 5, d: 4, e: 3, f: 2 }), { ...RULES, isStacked: false })
  expect(series.map(({ base, offset }) => [base, offset !== null])).toEqual(
    [false, true].flatMap((isPast) => ['b', 'c', 'd', 'e', 'f', 'a'].map((base) => [base, isPast])),
  )
  expect(series.some(({ isMuted }) => isMuted)).toBe(false)
})

const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`g${at}`, 12 - at]))

it('keeps a series and what it is compared with together, in colour or faint', () => {
  const { series } = seriesModel(frameOf(twelve), { ...RULES, isStacked: false })
  const faint = series.filter(({ isMuted }) => isMuted)
  expect(faint.map(({ base, offset }) => [base, offset])).toEqual(
    [null, '1 year ago'].flatMap((offset) => ['g9', 'g10', 'g11'].map((base) => [base, offset])),
  )
})

it('adds up the rest of a stack without what it is compared with', () => {
  const { series } = seriesModel(frameOf(twelve), { ...RULES, isStacked: true })
  const sums = series.filter(({ isOther }) => isOther)
  expect(sums.map(({ name, offset, values }) => [name, offset, values])).toEqual([
    ['Other (3)', null, [6]],
    ['Other (3), 1 year ago', '1 year ago', [600]],
  ])
})
