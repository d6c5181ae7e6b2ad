import { describe, expect, it } from 'vitest'
import type { DrawContext, Frame } from './chart.ts'
import { findAnyChart } from './every-chart.ts'

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: (label) => `#${label.length}00000`,
  titles: {},
  selected: null,
}
const MONTHS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)]
const counts: Frame = { names: ['day', 'count'], generics: [2, 0], columns: [MONTHS, [1, 2, 3]], rowCount: 3 }
const FORM = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'], groupby: [] }

interface SeriesOption {
  readonly id?: string
  readonly type: string
  readonly name: string
  readonly smooth?: boolean
  readonly step?: string
  readonly stack?: string
  readonly areaStyle?: { readonly color: string; readonly opacity?: number }
  readonly yAxisIndex?: number
}
interface Option {
  readonly series: readonly SeriesOption[]
  readonly yAxis: readonly { readonly min?: number; readonly axisLabel: { formatter(value: number): string } }[]
  readonly tooltip: { formatter(points: unknown): string }
}

function drawn(vizType: string, form: object, frames: readonly Frame[] = [counts]) {
  const chart = findAnyChart(vizType)
  const drawing = chart?.draw(chart.options.parse({ ...FORM, ...form }), frames, CONTEXT)
  if (drawing?.kind !== 'echarts') throw new Error(vizType)
  return { ...drawing, option: drawing.option as Option }
}

describe('a chart over an axis', () => {
  it.each([
    ['echarts_timeseries_line', {}, { type: 'line' }],
    ['echarts_timeseries_line', { seriesType: 'smooth' }, { type: 'line', smooth: true }],
    ['echarts_timeseries_bar', {}, { type: 'bar' }],
    ['echarts_timeseries_bar', { seriesType: 'line' }, { type: 'bar' }],
    ['echarts_timeseries_scatter', {}, { type: 'scatter' }],
    ['echarts_timeseries_scatter', { seriesType: 'line' }, { type: 'scatter' }],
    ['echarts_timeseries_smooth', {}, { type: 'line', smooth: true }],
    ['echarts_timeseries_smooth', { seriesType: 'line' }, { type: 'line', smooth: true }],
    ['echarts_timeseries_step', {}, { type: 'line', step: 'start' }],
    ['echarts_timeseries_step', { seriesType: 'end' }, { type: 'line', step: 'end' }],
    ['echarts_area', {}, { type: 'line', stack: 'all', areaStyle: { opacity: 0.8 } }],
    ['echarts_area', { opacity: 0 }, { areaStyle: { opacity: 0 } }],
    ['echarts_area', { opacity: 1 }, { areaStyle: { opacity: 1 } }],
    ['echarts_timeseries', {}, { type: 'line' }],
    ['echarts_timeseries', { seriesType: 'bar' }, { type: 'bar' }],
    ['echarts_timeseries', { seriesType: 'scatter' }, { type: 'scatter' }],
    ['echarts_timeseries', { seriesType: 'middle' }, { type: 'line', step: 'middle' }],
    ['echarts_timeseries', { area: true }, { type: 'line', areaStyle: {} }],
  ])('draws %s with %j in its own form', (vizType, form, wanted) => {
    const { series } = drawn(vizType, form).option
    expect(series.find((one) => one.name === 'count')).toMatchObject(wanted)
  })
  it.each(['echarts_timeseries', 'echarts_timeseries_scatter'])('asks for %s what a line asks', (vizType) => {
    const [chart, line] = [findAnyChart(vizType), findAnyChart('echarts_timeseries_line')]
    expect(chart?.query(chart.options.parse(FORM))).toEqual(line?.query(line.options.parse(FORM)))
  })
  it('calls points by their name in words', () => {
    expect(drawn('echarts_timeseries_scatter', {}).summary).toContain('Scatter chart, 3 points')
  })
})

describe('a mixed chart', () => {
  const shares: Frame = { names: ['day', 'share'], generics: [2, 0], columns: [MONTHS, [0.5, null, 0.25]], rowCount: 3 }
  const form = {
    metrics_b: ['share'],
    seriesType: 'bar',
    seriesTypeB: 'smooth',
    yAxisIndexB: 1,
    y_axis_format_secondary: '.0%',
    y_axis_bounds_secondary: [0.1, null],
  }
  it('draws each question in its own form at its own axis', () => {
    const { option } = drawn('mixed_timeseries', form, [counts, shares])
    expect(option.series).toMatchObject([
      { name: 'count', type: 'bar', yAxisIndex: 0 },
      { name: 'share', type: 'line', smooth: true, yAxisIndex: 1 },
    ])
    expect(option.yAxis.map((axis) => [axis.axisLabel.formatter(0.5), axis.min])).toEqual([
      ['0.5', undefined],
      ['50%', 0.1],
    ])
  })
  it('stands on one axis where both questions say so', () => {
    expect(drawn('mixed_timeseries', { ...form, yAxisIndexB: 0 }, [counts, shares]).option.yAxis).toHaveLength(1)
  })
  it('tells the values of both at a place, each in its format', () => {
    const { option } = drawn('mixed_timeseries', form, [counts, shares])
    const html = option.tooltip.formatter(option.series.map(({ id }) => ({ seriesId: id, dataIndex: 0 })))
    expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain('January 2024 count 1 share 50%')
  })
  it('keeps series of one name apart', () => {
    const names = drawn('mixed_timeseries', form, [counts, counts]).option.series.map((one) => one.name)
    expect(names).toEqual(['count', 'count (2)'])
  })
  it('draws what one question has when the other has no rows', () => {
    const empty: Frame = { names: [], generics: [], columns: [], rowCount: 0 }
    expect(drawn('mixed_timeseries', form, [counts, empty]).option.series).toHaveLength(1)
    expect(drawn('mixed_timeseries', form, [empty, shares]).summary).toContain('Second query, 3 points')
  })
})
