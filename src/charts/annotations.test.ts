import { init } from 'echarts'
import { describe, expect, it } from 'vitest'
import type { DrawContext, Drawing, Frame } from './chart.ts'
import { findAnyChart } from './every-chart.ts'
import { readFormula } from './parts/formula.ts'
import { echartsTheme } from './parts/theme.ts'

const MONTHS = [0, 1, 2, 3].map((month) => Date.UTC(2024, month, 1))
const FRAME: Frame = {
  names: ['day', 'count'],
  generics: [2, 0],
  columns: [MONTHS, [10, 20, 30, 40]],
  rowCount: 4,
}
const FORM = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'], show_legend: false }
const LOOK = { show: true, showMarkers: false, showLabel: true, style: 'solid', width: 2, color: '#ff00aa' }

function drawn(vizType: string, layers: readonly object[], annotations: DrawContext['annotations'], form: object = {}) {
  const chart = findAnyChart(vizType)
  if (chart === null) throw new Error(vizType)
  const options = chart.options.parse({ ...FORM, ...form, annotation_layers: layers })
  const size = { width: 600, height: 300 }
  const context = { theme: 'light', locale: 'en', ...size, color: () => '#0a6878', titles: {}, selected: null } as const
  return { drawing: chart.draw(options, [FRAME], { ...context, ...(annotations && { annotations }) }), chart, options }
}

function svg(drawing: Drawing): string {
  if (drawing.kind !== 'echarts') throw new Error(drawing.kind)
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, width: 600, height: 300 })
  view.setOption({ ...drawing.option, animation: false })
  const text = view.renderToSVGString()
  view.dispose()
  return text
}

const event = { ...LOOK, name: 'Releases', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1 }
const releases = [
  { start_dttm: Date.UTC(2024, 1, 10), end_dttm: Date.UTC(2024, 2, 10), short_descr: 'Launch day' },
  { start_dttm: Date.UTC(1999, 1, 1), end_dttm: Date.UTC(1999, 1, 2), short_descr: 'Long ago' },
]
const table = { ...event, sourceType: 'table', timeColumn: 'at', titleColumn: 'what', intervalEndColumn: 'until' }
const cells = [{ at: Date.UTC(2024, 1, 10), until: '2024-03-10T00:00:00', what: 'From a table' }]

for (const vizType of ['echarts_timeseries_line', 'echarts_area', 'echarts_timeseries_bar']) {
  describe(vizType, () => {
    it('marks events with their titles', () => {
      const picture = svg(drawn(vizType, [event], { Releases: releases }).drawing)
      expect(picture).toContain('Launch day')
      expect(picture).toContain('#ff00aa')
      expect(svg(drawn(vizType, [table], { Releases: cells }).drawing)).toContain('From a table')
    })

    it('shades intervals, as far as the axis shows them', () => {
      const interval = { ...event, annotationType: 'INTERVAL' }
      const picture = svg(drawn(vizType, [interval], { Releases: releases }).drawing)
      expect(picture).toContain('Launch day')
      expect(picture).not.toContain('Long ago')
      const ofTable = { ...table, annotationType: 'INTERVAL' }
      expect(svg(drawn(vizType, [ofTable], { Releases: cells }).drawing)).toContain('From a table')
    })

    it('draws formulas and the lines of other charts', () => {
      const formula = { ...LOOK, name: 'Goal', annotationType: 'FORMULA', sourceType: '', value: 'y = 25' }
      const line = { ...LOOK, name: 'Other', annotationType: 'TIME_SERIES', sourceType: 'line', value: 3 }
      const other = MONTHS.map((at, i) => ({ at, sum: 5 * i }))
      for (const [layer, rows] of [
        [formula, {}],
        [line, { Other: other }],
      ] as const) {
        const without = svg(drawn(vizType, [], {}).drawing)
        const picture = svg(drawn(vizType, [layer], rows).drawing)
        expect(without).not.toContain('#ff00aa')
        expect(picture).toMatch(/<path d="M[^"]+"[^>]*stroke="#ff00aa"[^>]*stroke-width="2"/)
      }
    })

    it('draws without what is hidden, broken or not there', () => {
      const layers = [
        { ...event, show: false },
        { ...event, name: 'no rows' },
        { ...LOOK, name: 'broken', annotationType: 'FORMULA', sourceType: '', value: 'alert(1)' },
        { name: 'nothing' },
        null,
      ]
      expect(svg(drawn(vizType, layers as never, { Releases: releases }).drawing)).not.toContain('#ff00aa')
      expect(svg(drawn(vizType, 'none' as never, undefined).drawing)).toContain('<svg')
    })
  })
}

it('dashes and fades lines as chosen', () => {
  const layer = { ...event, style: 'longDashed', opacity: 'opacityLow' }
  const picture = svg(drawn('echarts_timeseries_line', [layer], { Releases: releases }).drawing)
  expect(picture).toMatch(/stroke-dasharray="10,4"/)
  expect(picture).toMatch(/stroke-opacity="0.2"|opacity="0.2"/)
})

it('names the layers in the query, with the time of the chart where they take it over', () => {
  const layer = { ...table, overrides: { time_range: null } }
  const { chart, options } = drawn('echarts_timeseries_line', [layer], {}, { time_range: 'Last year' })
  expect(chart.query(options)[0]?.annotationLayers).toEqual([
    {
      name: 'Releases',
      annotationType: 'EVENT',
      sourceType: 'table',
      value: 1,
      show: true,
      overrides: { time_range: 'Last year' },
      rest: {
        showMarkers: false,
        showLabel: true,
        style: 'solid',
        width: 2,
        color: '#ff00aa',
        timeColumn: 'at',
        titleColumn: 'what',
        intervalEndColumn: 'until',
      },
    },
  ])
})

it('gives a layer the time of the chart where a filter says it', () => {
  const layer = { ...table, overrides: { time_range: null } }
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', operator: 'TEMPORAL_RANGE', subject: 'day' }
  const form = { adhoc_filters: [{ ...filter, comparator: '2025-01-01 : 2026-01-01' }] }
  const { chart, options } = drawn('echarts_timeseries_line', [layer], {}, form)
  expect(chart.query(options)[0]?.annotationLayers[0]?.overrides).toEqual({ time_range: '2025-01-01 : 2026-01-01' })
})

it.each(['echarts_timeseries_line', 'echarts_timeseries_bar'])('names an event level above the plot: %s', (vizType) => {
  const picture = svg(drawn(vizType, [event], { Releases: releases }).drawing)
  const [label = ''] = /<text[^>]*>Launch day<\/text>/.exec(picture) ?? []
  expect(label).toContain('text-anchor="middle"')
  expect(label).not.toMatch(/rotate|matrix/)
  expect(Number(/translate\([\d.]+ ([\d.]+)\)|y="([\d.]+)"/.exec(label)?.slice(1).find(Boolean))).toBeGreaterThan(8)
})

describe('a formula', () => {
  it.each([
    ['2*x+1', 3, 7],
    ['y = x^2', 4, 16],
    ['-x^2', 3, -9],
    ['2 ** 3 ** 2', 0, 512],
    ['(1 + x) / 2 % 3', 9, 2],
    ['sin(pi/2) + max(x, 4, 2) - e^0', 1, 4],
    ['1.5e3 - -x', 1, 1501],
    ['f(x) = sqrt(abs(x))', -16, 4],
  ])('%s at %d is %d', (text, x, value) => {
    expect(readFormula(text)?.(x)).toBeCloseTo(value)
  })
  it.each(['', 'x +', 'x)', '(x', 'alert(1)', 'x; y', 'max', 'max()', 'constructor', '2x3y', '('.repeat(500)])(
    'cannot be read from %s',
    (text) => {
      expect(readFormula(text)).toBeNull()
    },
  )
})
