import { asFixedColor, type FixedColor } from '../parts/fixed-color.ts'
import { field, flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { columns, metric } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** What saved charts have that nobody chose colours for. */
export const USUAL_COLORS = {
  left: { r: 84, g: 112, b: 198, a: 1 },
  right: { r: 145, g: 204, b: 117, a: 1 },
} as const satisfies Record<string, FixedColor>

export const ButterflyOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  left: metric('left_metric'),
  right: metric('right_metric'),
  sortBy: metric('orderby'),
  leftColor: field<FixedColor | null>('left_color', asFixedColor, null),
  rightColor: field<FixedColor | null>('right_color', asFixedColor, null),
  leftLabel: text('left_label'),
  rightLabel: text('right_label'),
  showValue: flag('show_value', true),
  showLegend: flag('show_legend', true),
  xAxisTitle: text('x_axis_title'),
  yAxisTitle: text('y_axis_title'),
  numberFormat: text('x_axis_format'),
  currency: currencyField,
})
export type ButterflyOptions = ReadOptions<typeof ButterflyOptions>
