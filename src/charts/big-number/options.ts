import { asFixedColor, DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'
import { choice, field, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column, metric, queryFields } from '../parts/form-query-fields.ts'
import { currencyField } from '../parts/series-options.ts'

/** What every figure is asked and written by. */
export const figureFields = {
  ...queryFields,
  metric: metric('metric'),
  subtitle: text('subtitle'),
  subheader: text('subheader'),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
  timeFormat: text('time_format'),
  color: field('color_picker', asFixedColor, DEFAULT_FIXED_COLOR),
  isTime: flag('force_timestamp_formatting', false),
} as const

export const BigNumberTotalOptions = formOptions(figureFields)
export type BigNumberTotalOptions = ReadOptions<typeof BigNumberTotalOptions>

export const BigNumberOptions = formOptions({
  ...figureFields,
  xAxis: column('x_axis'),
  compareLag: number('compare_lag'),
  compareSuffix: text('compare_suffix'),
  showTimestamp: flag('show_timestamp', false),
  showTrendLine: flag('show_trend_line', true),
  aggregation: choice('aggregation', ['LAST_VALUE', 'sum', 'mean', 'min', 'max', 'median', 'raw'], 'LAST_VALUE'),
  rollingType: choice('rolling_type', ['mean', 'sum', 'std', 'cumsum'], null),
  rollingPeriods: number('rolling_periods'),
  minPeriods: number('min_periods'),
  resampleRule: text('resample_rule'),
  resampleMethod: text('resample_method'),
})
export type BigNumberOptions = ReadOptions<typeof BigNumberOptions>
