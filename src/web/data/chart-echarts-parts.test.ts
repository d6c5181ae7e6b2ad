import { expect, it } from 'vitest'
import { findChart } from '../../charts/charts.ts'
import { neededParts } from './chart-echarts-parts.ts'

function option(vizType: string, form: object, rows: number): object {
  const chart = findChart(vizType)
  const frame = {
    names: ['x', 'a'],
    generics: [1, 0] as const,
    columns: [Array.from({ length: rows }, (_, i) => `n${i}`), Array(rows).fill(1)],
    rowCount: rows,
  }
  const context = {
    theme: 'light',
    locale: 'en',
    width: 400,
    height: 200,
    color: () => '#000',
    titles: {},
    selected: null,
  } as const
  const drawing = chart?.draw(chart.options.parse(form), [frame], context)
  return drawing?.kind === 'echarts' ? drawing.option : {}
}

it('loads no more than a drawing shows', () => {
  const axis = { x_axis: 'x', metrics: ['a'] }
  expect(neededParts(option('echarts_timeseries_line', axis, 3), 'svg')).toEqual(['line'])
  expect(neededParts(option('echarts_timeseries_bar', axis, 3), 'svg')).toEqual(['bar'])
  expect(neededParts(option('echarts_timeseries_bar', { ...axis, orientation: 'horizontal' }, 40), 'svg')).toEqual([
    'bar',
    'labels',
    'zoom',
  ])
  expect(neededParts(option('pie', { groupby: ['x'], metric: 'a', show_total: true }, 3), 'svg')).toEqual([
    'pie',
    'labels',
    'title',
  ])
  expect(neededParts({}, 'canvas')).toEqual(['canvas'])
})
