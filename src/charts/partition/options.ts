import { flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { columns, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** What a saved chart makes of time; values over it are added up, which is what the first two mean. */
const WITHOUT_TIME = ['not_time', 'agg_sum']

export const PartitionOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  timeOption: text('time_series_option', WITHOUT_TIME[0]),
  mostParts: number('partition_limit', 5),
  leastShare: number('partition_threshold', 0.05),
  isLogarithmic: flag('log_scale', false),
  colorScheme: text('color_scheme'),
  numberFormat: text('number_format'),
  currency: currencyField,
  timeFormat: text('date_time_format'),
})
export type PartitionOptions = ReadOptions<typeof PartitionOptions>

export const isWithoutTime = ({ timeOption }: PartitionOptions) => WITHOUT_TIME.includes(timeOption ?? '')
