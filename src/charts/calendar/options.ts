import { choice, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column, metrics, queryFields } from '../parts/form-query-fields.ts'
import { currencyField } from '../parts/series-options.ts'

export const CalendarOptions = formOptions({
  ...queryFields,
  time: column('granularity_sqla'),
  metrics: metrics('metrics'),
  domain: choice('domain_granularity', ['hour', 'day', 'week', 'month', 'year'], 'month'),
  unit: choice('subdomain_granularity', ['min', 'hour', 'day', 'week', 'month'], 'day'),
  scheme: text('linear_color_scheme'),
  steps: number('steps', 10),
  cellPadding: number('cell_padding', 2),
  cellRadius: number('cell_radius', 0),
  showLegend: flag('show_legend', true),
  showValues: flag('show_values', false),
  showMetricName: flag('show_metric_name', true),
  numberFormat: text('y_axis_format'),
  timeFormat: text('x_axis_time_format'),
  currency: currencyField,
})
export type CalendarOptions = ReadOptions<typeof CalendarOptions>
