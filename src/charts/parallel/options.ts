import { flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column, metric, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'

export const ParallelOptions = formOptions({
  ...plainFields,
  series: column('series'),
  metrics: metrics('metrics'),
  colorMetric: metric('secondary_metric'),
  sortBy: metric('timeseries_limit_metric'),
  hasSeriesAxis: flag('include_series', false),
  scheme: text('linear_color_scheme'),
  showLegend: flag('show_legend', true),
  numberFormat: text('number_format'),
})
export type ParallelOptions = ReadOptions<typeof ParallelOptions>
