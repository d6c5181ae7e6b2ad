import { choice, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { columns, metric } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const SunburstOptions = formOptions({
  ...plainFields,
  groupby: columns('columns'),
  secondMetric: metric('secondary_metric'),
  scheme: text('linear_color_scheme'),
  showLabels: flag('show_labels', false),
  labelsFrom: number('show_labels_threshold', 5),
  showTotal: flag('show_total', false),
  labelType: choice('label_type', ['key', 'value', 'key_value'], 'key'),
  numberFormat: text('number_format'),
  timeFormat: text('date_format'),
  currency: currencyField,
})
export type SunburstOptions = ReadOptions<typeof SunburstOptions>
