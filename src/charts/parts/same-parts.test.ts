import { init } from 'echarts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Frame } from '../chart.ts'
import { findAnyChart } from '../every-chart.ts'
import { colorScale } from './color-scale.ts'
import { loadMap } from './maps/map-store.ts'
import { haveSameParts } from './same-parts.ts'
import { echartsTheme } from './theme.ts'

beforeAll(async () => {
  await loadMap('states')
})

const SIZE = { width: 600, height: 300 }
const DAYS = Array.from({ length: 6 }, (_, i) => Date.UTC(2024, i, 1))
const CITIES = ['Bonn', 'Köln', 'Ulm', 'Rostock', 'Wien', 'Graz']

const value = fc.oneof(fc.integer({ min: -1_000, max: 1_000_000 }), fc.constant(null))
const values = (length: number) => fc.array(value, { minLength: length, maxLength: length })
const frameOf = (
  columns: Readonly<Record<string, readonly unknown[]>>,
  generics: readonly (0 | 1 | 2 | 3)[],
): Frame => ({
  names: Object.keys(columns),
  generics,
  columns: Object.values(columns),
  rowCount: Object.values(columns)[0]?.length ?? 0,
})
const overTime = fc
  .subarray(DAYS, { minLength: 1 })
  .chain((days) =>
    fc
      .subarray(CITIES, { minLength: 1, maxLength: 3 })
      .chain((names) =>
        fc
          .tuple(...names.map(() => values(days.length)))
          .map((columns) =>
            frameOf(
              { day: days, ...Object.fromEntries(names.map((name, i) => [name, columns[i] ?? []])) },
              [2, 0, 0, 0],
            ),
          ),
      ),
  )
const overCities = fc
  .subarray(CITIES, { minLength: 1 })
  .chain((cities) => values(cities.length).map((n) => frameOf({ city: cities, n }, [1, 0])))
const overBins = fc
  .tuple(values(2), values(2))
  .map(([low, high]) => frameOf({ city: ['Bonn', 'Ulm'], '0.0 - 12.5': low, '12.5 - 20.0': high }, [1, 0, 0]))
const points = fc
  .tuple(values(3), values(3), values(3))
  .map(([x, y, size]) => frameOf({ city: ['Bonn', 'Ulm', 'Wien'], x, y, size }, [1, 0, 0, 0]))
const cells = fc
  .tuple(fc.subarray(CITIES, { minLength: 4, maxLength: 4 }), values(4))
  .map(([a, n]) => frameOf({ a, b: ['x', 'y', 'x', 'y'], n }, [1, 1, 0]))

const overStates = fc
  .subarray(['CA', 'TX', 'Ohio', 'nowhere'], { minLength: 1 })
  .chain((state) => values(state.length).map((n) => frameOf({ state, n }, [1, 0])))

const TIME = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['n'], groupby: ['city'] }
const KINDS: readonly (readonly [string, object, fc.Arbitrary<Frame>])[] = [
  ['echarts_timeseries_line', TIME, overTime],
  ['echarts_timeseries_line', { ...TIME, zoomable: true, show_value: true }, overTime],
  ['echarts_area', { ...TIME, stack: 'Stack' }, overTime],
  ['echarts_timeseries_bar', { ...TIME, stack: 'Stack', show_value: true }, overTime],
  ['echarts_timeseries_bar', { x_axis: 'city', metrics: ['n'], orientation: 'horizontal' }, overCities],
  ['pie', { groupby: ['city'], metric: 'n', show_total: true, donut: true }, overCities],
  ['funnel', { groupby: ['city'], metric: 'n' }, overCities],
  ['histogram_v2', { column: 'price', groupby: ['city'] }, overBins],
  ['heatmap_v2', { x_axis: 'a', groupby: 'b', metric: 'n' }, cells],
  ['word_cloud', { series: 'city', metric: 'n' }, overCities],
  ['waterfall', { x_axis: 'city', metric: 'n', show_value: true }, overCities],
  ['bubble_v2', { entity: 'city', x: 'x', y: 'y', size: 'size' }, points],
  ['country_map', { entity: 'state', metric: 'n', select_country: 'usa' }, overStates],
]

function optionOf(vizType: string, form: object, frame: Frame): object {
  const chart = findAnyChart(vizType)
  const { color } = colorScale({ scheme: null, theme: 'light' })
  const context = { ...SIZE, theme: 'light', locale: 'en', color, titles: {}, selected: null } as const
  const drawing = chart?.draw(chart.options.parse(form), [frame], context)
  if (drawing?.kind !== 'echarts') throw new Error(vizType)
  return { ...drawing.option, animation: false }
}

/**
 * The elements of the picture after these options were set one after the other, without names that the library counts
 * up. Their order, which is that in which marks came, tells nothing: none lies over another.
 */
function pictureOf(...options: readonly object[]): readonly string[] {
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, ...SIZE })
  for (const option of options) view.setOption({ ...option })
  const svg = view.renderToSVGString()
  view.dispose()
  return svg
    .replaceAll(/zr\d*(-\w+)+/g, 'zr')
    .replace(/<style .*<\/style>/s, '')
    .split('\n')
    .toSorted()
}

/** Another answer, or the same rows with other numbers. */
const laterThan = (first: Frame, frames: fc.Arbitrary<Frame>) =>
  fc.oneof(
    frames,
    fc.integer({ min: 2, max: 9 }).map((factor) => ({
      ...first,
      columns: first.columns.map((cells, i) =>
        cells.map((cell) => (first.generics[i] === 0 && typeof cell === 'number' ? cell * factor : cell)),
      ),
    })),
  )

it.each(KINDS)('what is merged into a picture of %s %o looks as if it was drawn anew', (vizType, form, frames) => {
  const pairs = frames.chain((first) => laterThan(first, frames).map((second) => [first, second] as const))
  let merged = 0
  fc.assert(
    fc.property(pairs, ([first, second]) => {
      const [before, next] = [optionOf(vizType, form, first), optionOf(vizType, form, second)]
      if (!haveSameParts(before, next)) return
      merged += 1
      expect(pictureOf(before, next)).toEqual(pictureOf(next))
    }),
    { numRuns: 15 },
  )
  expect(merged).toBeGreaterThan(0)
})

it.each(['treemap', 'sunburst', 'sankey', 'graph', 'gauge', 'radar'])(
  'draws a %s anew, whose parts the library does not bring up to date',
  (type) => {
    const option = { series: [{ type, data: [1] }] }
    expect(haveSameParts(option, option)).toBe(false)
  },
)

it('draws anew where a part is other, missing, more, or elsewhere', () => {
  const option = { tooltip: { show: true }, series: [{ name: 'a', type: 'bar', label: { show: true }, data: [1, 2] }] }
  const [series] = option.series
  const others = [
    { ...option, legend: {} },
    { series: option.series },
    { ...option, tooltip: undefined },
    { ...option, series: [] },
    { ...option, series: [...option.series, { name: 'b' }] },
    { ...option, series: [{ ...series, name: 'b' }] },
    { ...option, series: [{ ...series, type: 'line' }] },
    { ...option, series: [{ ...series, label: { show: true, color: 'red' } }] },
    { ...option, series: [{ ...series, data: undefined }] },
  ]
  for (const other of others) expect(haveSameParts(option, other), JSON.stringify(other)).toBe(false)
  expect(haveSameParts(option, { ...option, series: [{ ...series, label: { show: false }, data: [3] }] })).toBe(true)
})
