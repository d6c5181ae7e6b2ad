import { expect, it } from 'vitest'
import type { DrawContext } from '../chart.ts'
import { wordCloud } from './index.ts'

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: (label) => `#${'abcdef'.at(label.length % 6)}00000`,
  titles: { n: 'Orders' },
  selected: null,
}
const LONG = 'a name that goes on for longer than anybody would read in a cloud'

interface Mark {
  readonly name: string
  readonly label: { readonly fontSize: number; readonly rotate: number; readonly color: string; formatter(): string }
}

function drawn(form: object, words: readonly unknown[], n: readonly unknown[], more: Partial<DrawContext> = {}) {
  const frame = { names: ['word', 'n'], generics: [1, 0] as const, columns: [words, n], rowCount: words.length }
  const options = wordCloud.options.parse({ series: 'word', metric: 'n', ...form })
  const drawing = wordCloud.draw(options, [frame], { ...CONTEXT, ...more })
  if (drawing.kind !== 'echarts') throw new Error(drawing.kind)
  const { series } = drawing.option as { readonly series: readonly [{ readonly data: readonly Mark[] }] }
  return { ...drawing, marks: series[0].data }
}

it('has letters as large as the figures, between the sizes that are set', () => {
  const { marks, summary } = drawn({ size_from: 10, size_to: 50 }, ['Ulm', 'Bonn', 'Kiel'], [0, '40', 20])
  expect(marks.map(({ name, label }) => [name, label.fontSize])).toEqual([
    ['Bonn', 50],
    ['Kiel', 30],
    ['Ulm', 10],
  ])
  expect(summary).toBe('Word cloud, 3 words. Bonn: 40. Kiel: 20. Ulm: 0.')
})

it('turns words as it is told, each the same way every time', () => {
  const words = Array.from({ length: 20 }, (_, at) => `word ${at}`)
  const angles = (rotation: string) => [
    ...new Set(
      drawn(
        { rotation },
        words,
        words.map((_, at) => 40 - at),
      ).marks.map(({ label }) => Math.abs(label.rotate)),
    ),
  ]
  expect(angles('flat')).toEqual([0])
  expect(angles('square').toSorted()).toEqual([0, 90])
  expect(angles('random').length).toBeGreaterThan(2)
  expect(
    drawn(
      {},
      words,
      words.map(() => 1),
    ).marks.map(({ label }) => label.rotate),
  ).toEqual(
    drawn(
      {},
      words,
      words.map(() => 1),
    ).marks.map(({ label }) => label.rotate),
  )
})

it('shortens a long name, filters by the whole one, and dims what was not chosen', () => {
  const { marks, select } = drawn({}, [LONG, 'Ulm', null], [5, 4, 3], { selected: ['Ulm'] })
  expect(marks[0]?.label.formatter()).toMatch(/^a name that .*…$/)
  expect(select({ name: LONG, dataIndex: 0 })?.filters).toEqual([{ column: 'word', values: [LONG] }])
  expect(select({ name: '<NULL>', dataIndex: 2 })?.filters).toEqual([{ column: 'word', values: [null] }])
  expect(marks.map(({ label }) => label.color.length > '#a00000'.length)).toEqual([true, false, true])
})

it('leaves out what is null, and says that there are no rows', () => {
  expect(drawn({}, ['Ulm', 'Bonn'], [null, null]).marks).toEqual([])
  expect(drawn({}, [], []).summary).toBe('Word cloud without rows.')
  expect(drawn({}, ['Ulm'], [4]).summary).toBe('Word cloud, 1 word. Ulm: 4.')
})
