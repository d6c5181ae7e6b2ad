import { expect, it } from 'vitest'
import type { QueryObject } from '../query/query-object.ts'
import type { DrawContext, Frame } from './chart.ts'
import { findAnyChart } from './every-chart.ts'

const form = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'], groupby: [] }
function queryOf(more: object): QueryObject | undefined {
  const chart = findAnyChart('echarts_timeseries_line')
  return chart?.query(chart.options.parse({ ...form, ...more }))[0]
}
const steps = (more: object) => queryOf(more)?.postProcessing.map((step) => step?.operation)
const forecast = (more: object) => queryOf({ forecastEnabled: true, ...more })?.postProcessing.at(-1)?.options

it('asks for a forecast last, and only where the chart wants one', () => {
  expect(steps({})).toEqual(['pivot', 'flatten'])
  expect(steps({ forecastEnabled: true })).toEqual(['pivot', 'flatten', 'prophet'])
  expect(forecast({})).toEqual({
    time_grain: 'P1M',
    periods: 10,
    confidence_interval: 0.8,
    yearly_seasonality: null,
    weekly_seasonality: null,
    daily_seasonality: null,
    index: 'day',
  })
  const chosen = {
    forecastPeriods: 4,
    forecastInterval: 0.95,
    forecastSeasonalityYearly: true,
    forecastSeasonalityDaily: 3,
  }
  expect(forecast(chosen)).toMatchObject({
    periods: 4,
    confidence_interval: 0.95,
    yearly_seasonality: true,
    daily_seasonality: 3,
  })
})

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: (label) => (label === 'A' ? '#112233' : '#445566'),
  titles: {},
  selected: null,
}
const MONTHS = [0, 1, 2].map((month) => Date.UTC(2024, month, 1))
const foreseen: Frame = {
  names: ['day', 'A', 'A__yhat', 'A__yhat_lower', 'A__yhat_upper'],
  generics: [2, 0, 0, 0, 0],
  columns: [MONTHS, [1, 2, null], [1.1, 2.1, 3.1], [-1, 1.5, 2.5], [2, null, 3.5]],
  rowCount: 3,
}
interface Series {
  readonly id: string
  readonly data: readonly (readonly [number, number | null])[]
  readonly silent: boolean
  readonly lineStyle: { readonly width: number; readonly type?: unknown }
  readonly areaStyle?: { readonly opacity: number }
}
function drawn(form: object) {
  const chart = findAnyChart('echarts_timeseries_line')
  const options = { ...form, x_axis: 'day', metrics: ['count'], groupby: ['kind'], forecastEnabled: true }
  const drawing = chart?.draw(chart.options.parse(options), [foreseen], CONTEXT)
  if (drawing?.kind !== 'echarts') throw new Error('no drawing')
  const option = drawing.option as { series: Series[]; tooltip: { formatter(points: unknown): string } }
  const find = (id: string) => option.series.find((one) => one.id === id)
  return { ...drawing, option, find }
}

it('draws a forecast as a dashed line in the colour of what it foresees, on a band of what may be', () => {
  const { option, find, select } = drawn({})
  expect(option.series.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['A', 'A, forecast', 'A, forecast from', 'A, forecast to']),
  )
  expect(find('A, forecast')?.lineStyle.type).toEqual([4, 3])
  const values = (id: string) => find(id)?.data.map(([, value]) => value)
  expect(values('A, forecast from')).toEqual([-1, null, 2.5])
  expect(values('A, forecast to')).toEqual([3, null, 1])
  expect([find('A, forecast from'), find('A, forecast to')].map((one) => one?.areaStyle?.opacity)).toEqual([0, 0.2])
  expect(select?.({ name: '', seriesName: 'A, forecast', dataIndex: 0 })).toMatchObject({
    filters: [{ column: 'kind', values: ['A'] }],
  })
})

it('tells beside a foreseen value between which two it is thought to lie', () => {
  const text = drawn({}).option.tooltip.formatter([{ seriesName: 'A, forecast', dataIndex: 2 }])
  expect(text).toContain('3.1 (2.5 – 3.5)')
})

it('has no band in a stack, and no line for the edges of one', () => {
  const ids = drawn({ stack: 'Stack' }).option.series.map(({ id }) => id)
  expect(ids.filter((id) => id.includes('forecast'))).toEqual(['A, forecast'])
})
