import { asFlag, asText, field, formOptions, type ReadOptions, recordOf, text } from '../parts/form-options.ts'
import { columns, metric, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const BoxPlotOptions = formOptions({
  ...plainFields,
  /** What the values of a box are values of: one for each. */
  columns: columns('columns'),
  temporalColumns: field<Readonly<Record<string, boolean>>>('temporal_columns_lookup', recordOf(asFlag), {}),
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  seriesLimitMetric: metric('series_limit_metric'),
  sortBy: metric('timeseries_limit_metric'),
  whiskers: field('whiskerOptions', asText, 'Tukey'),
  colorScheme: text('color_scheme'),
  numberFormat: text('number_format'),
  currency: currencyField,
  timeFormat: text('date_format'),
  xAxisTitle: text('x_axis_title'),
  yAxisTitle: text('y_axis_title'),
})
export type BoxPlotOptions = ReadOptions<typeof BoxPlotOptions>
