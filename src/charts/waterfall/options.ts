import { asFixedColor, type FixedColor } from '../parts/fixed-color.ts'
import { field, flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column, columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** Null is that of the look. */
const color = (wire: string) => field<FixedColor | null>(wire, asFixedColor, null)

export const WaterfallOptions = formOptions({
  ...plainFields,
  xAxis: column('x_axis'),
  /** What the steps of one place of the x-axis are told apart by: the first counts. */
  groupby: columns('groupby'),
  showLegend: flag('show_legend', true),
  showValue: flag('show_value', false),
  showTotal: flag('show_total', true),
  increaseColor: color('increase_color'),
  decreaseColor: color('decrease_color'),
  totalColor: color('total_color'),
  increaseLabel: text('increase_label'),
  decreaseLabel: text('decrease_label'),
  totalLabel: text('total_label'),
  xAxisTitle: text('x_axis_label'),
  yAxisTitle: text('y_axis_label'),
  xAxisTimeFormat: text('x_axis_time_format'),
  yAxisFormat: text('y_axis_format'),
  currency: currencyField,
})
export type WaterfallOptions = ReadOptions<typeof WaterfallOptions>
