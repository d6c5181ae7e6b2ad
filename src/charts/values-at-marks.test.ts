import { expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../test/charts.ts'
import { EXPLORED_CHARTS } from './explored.ts'

const MONTHS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)]
const answer = { ...frameOf({ day: MONTHS, count: [11_111, 22_222, 33_333] }), generics: [2, 0] as const }
const form = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'], groupby: [] }

it.each([
  'echarts_timeseries_line',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'echarts_area',
  'echarts_timeseries_bar',
  'echarts_timeseries_scatter',
  'mixed_timeseries',
])('%s writes its values where they are asked for, with markers or without', (type) => {
  const { svg } = pictureOf(type, { ...form, show_value: true }, answer)
  expect(svg).toContain('22.2k')
  expect(pictureOf(type, form, answer).svg).not.toContain('22.2k')
})

it('offers a stepped line the shapes that are steps', () => {
  const controls = EXPLORED_CHARTS.find(({ id }) => id === 'echarts_timeseries_step')?.controls ?? []
  const shape = controls.find(({ field }) => field === 'seriesType')
  expect(shape?.choices?.map(({ value }) => value)).toEqual(['start', 'middle', 'end'])
})

it('asks for the order of a table by a metric only where there is one', () => {
  const controls = EXPLORED_CHARTS.find(({ id }) => id === 'table')?.controls ?? []
  const order = controls.find(({ field }) => field === 'order_desc')
  expect([order?.isShown?.({}), order?.isShown?.({ timeseries_limit_metric: 'count' })]).toEqual([false, true])
})
