import { flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { periodFields } from '../parts/period-fields.ts'
import { currencyField } from '../parts/series-options.ts'

export const RoseOptions = formOptions({
  ...periodFields,
  colorScheme: text('color_scheme'),
  isByArea: flag('rose_area_proportion', false),
  showLegend: flag('show_legend', true),
  numberFormat: text('number_format'),
  currency: currencyField,
  timeFormat: text('date_time_format'),
})
export type RoseOptions = ReadOptions<typeof RoseOptions>
