import { asFixedColor, type FixedColor } from '../parts/fixed-color.ts'
import { field, flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { metric } from '../parts/form-query-fields.ts'
import { periodFields } from '../parts/period-fields.ts'
import { currencyField } from '../parts/series-options.ts'

const { metrics: _metrics, groupby: _groupby, ...fields } = periodFields

export const TimePivotOptions = formOptions({
  ...fields,
  metric: metric('metric'),
  frequency: text('freq', 'W-MON'),
  color: field<FixedColor | null>('color_picker', asFixedColor, null),
  showLegend: flag('show_legend', true),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
})
export type TimePivotOptions = ReadOptions<typeof TimePivotOptions>
