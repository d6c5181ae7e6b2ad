import { choice, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { periodFields } from '../parts/period-fields.ts'

export const HorizonOptions = formOptions({
  ...periodFields,
  rowHeight: number('series_height', 25),
  scale: choice('horizon_color_scale', ['series', 'overall', 'change'], 'series'),
  timeFormat: text('x_axis_time_format'),
  numberFormat: text('number_format'),
})
export type HorizonOptions = ReadOptions<typeof HorizonOptions>
