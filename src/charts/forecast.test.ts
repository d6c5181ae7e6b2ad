import { expect, it } from 'vitest'
import type { QueryObject } from '../query/query-object.ts'
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
