import { expect, it } from 'vitest'
import { findAnyChart } from '../../charts/every-chart.ts'
import { colorScale } from '../../charts/parts/color-scale.ts'
import { hasMarks } from './chart-marks.ts'

const CONTEXT = { theme: 'light', locale: 'en', width: 600, height: 300, titles: {}, selected: null } as const
const FORM = {
  x_axis: 'city',
  groupby: ['city'],
  metric: 'n',
  metrics: ['n'],
  columns: ['city'],
  source: 'city',
  target: 'city',
  entity: 'city',
  x: 'n',
  y: 'n',
  size: 'n',
  series: 'city',
}

function marks(vizType: string, n: readonly (number | null)[]) {
  const chart = findAnyChart(vizType)
  if (chart === null) throw new Error(vizType)
  const columns = [['Ulm', 'Graz'], n]
  const frame = { names: ['city', 'n'], generics: [1, 0] as const, columns, rowCount: 2 }
  const { color } = colorScale({ scheme: null, theme: 'light' })
  const drawing = chart.draw(chart.options.parse(FORM), [frame, frame], { ...CONTEXT, color })
  if (drawing.kind !== 'echarts') throw new Error(drawing.kind)
  return hasMarks(drawing.option)
}

it.each([
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'echarts_area',
  'echarts_timeseries_scatter',
  'pie',
  'funnel',
  'treemap_v2',
  'sunburst_v2',
  'sankey_v2',
  'graph_chart',
  'bubble_v2',
  'waterfall',
  'word_cloud',
  'radar',
  'gauge_chart',
])('has no marks in a chart of type %s whose values are all null', (vizType) => {
  expect([marks(vizType, [null, null]), marks(vizType, [null, 2])]).toEqual([false, true])
})

it('takes what it does not know for marks', () => {
  expect([hasMarks({}), hasMarks({ series: [{ type: 'graph' }] })]).toEqual([true, true])
})
