import { number } from './form-options.ts'
import { column, columns, metric, metrics, queryFields } from './form-query-fields.ts'

/** Fields of types that show metrics of groups over time. */
export const periodFields = {
  ...queryFields,
  xAxis: column('x_axis'),
  metrics: metrics('metrics'),
  groupby: columns('groupby'),
  seriesLimit: number('limit'),
  sortBy: metric('timeseries_limit_metric'),
} as const
