import { flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { periodFields } from '../parts/period-fields.ts'

export const PercentChangeOptions = formOptions({
  ...periodFields,
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  timeFormat: text('x_axis_format'),
  numberFormat: text('y_axis_format'),
})
export type PercentChangeOptions = ReadOptions<typeof PercentChangeOptions>
