import { asFixedColor, type FixedColor } from '../parts/fixed-color.ts'
import { asNumber, choice, field, flag, formOptions, listOf, type ReadOptions, text } from '../parts/form-options.ts'
import { column, metric } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** What saved charts have that nobody chose colours for. */
export const USUAL_COLORS = {
  increase: { r: 90, g: 193, b: 137, a: 1 },
  decrease: { r: 224, g: 67, b: 85, a: 1 },
} as const satisfies Record<string, FixedColor>

const asPeriod = (value: unknown) => {
  const number = asNumber(value)
  return number !== undefined && number >= 2 ? Math.round(number) : undefined
}

export const CandlestickOptions = formOptions({
  ...plainFields,
  xAxis: column('x_axis'),
  open: metric('open'),
  close: metric('close'),
  high: metric('high'),
  low: metric('low'),
  olderOpen: metric('metric_open'),
  olderClose: metric('metric_close'),
  olderHigh: metric('metric_high'),
  olderLow: metric('metric_low'),
  series: column('series'),
  averages: field<readonly number[]>('moving_averages', listOf(asPeriod), []),
  style: choice('series_style', ['candlestick', 'ohlc'], 'candlestick'),
  increaseColor: field<FixedColor | null>('increase_color', asFixedColor, null),
  decreaseColor: field<FixedColor | null>('decrease_color', asFixedColor, null),
  increaseLabel: text('increase_label'),
  decreaseLabel: text('decrease_label'),
  showLegend: flag('show_legend', true),
  isZoomable: flag('zoomable', false),
  timeFormat: text('x_axis_time_format'),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
})
export type CandlestickOptions = ReadOptions<typeof CandlestickOptions>
