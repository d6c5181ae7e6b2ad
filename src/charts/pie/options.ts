import { choice, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { columns, metric, queryFields } from '../parts/form-query-fields.ts'
import { currencyField } from '../parts/series-options.ts'

export const PieOptions = formOptions({
  ...queryFields,
  groupby: columns('groupby'),
  metric: metric('metric'),
  sortByMetric: flag('sort_by_metric', true),
  rowLimit: number('row_limit', 100),
  colorScheme: text('color_scheme'),
  isDonut: flag('donut', false),
  innerRadius: number('innerRadius', 30),
  outerRadius: number('outerRadius', 70),
  showLabels: flag('show_labels', true),
  labelType: choice(
    'label_type',
    ['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent'],
    'key_percent',
  ),
  labelThreshold: number('show_labels_threshold', 5),
  showTotal: flag('show_total', false),
  showLegend: flag('show_legend', true),
  rose: choice('roseType', ['area', 'radius'], null),
  numberFormat: text('number_format'),
  timeFormat: text('date_format'),
  currency: currencyField,
})
export type PieOptions = ReadOptions<typeof PieOptions>
