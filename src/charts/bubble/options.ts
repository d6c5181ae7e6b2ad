import { field, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { columns, metric } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { asBounds } from '../parts/series-options.ts'

const bounds = (wire: string) => field<readonly (number | null)[]>(wire, asBounds, [null, null])

export const BubbleOptions = formOptions({
  ...plainFields,
  entity: columns('entity'),
  series: columns('series'),
  x: metric('x'),
  y: metric('y'),
  size: metric('size'),
  orderby: metric('orderby'),
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  /** Of the largest bubble, as the saved charts count it. */
  maxSize: number('max_bubble_size', 25),
  opacity: number('opacity', 0.6),
  xFormat: text('xAxisFormat'),
  yFormat: text('y_axis_format'),
  sizeFormat: text('tooltipSizeFormat'),
  xTitle: text('x_axis_label'),
  yTitle: text('y_axis_label'),
  isXLog: flag('logXAxis', false),
  isYLog: flag('logYAxis', false),
  mayXLeaveZero: flag('truncateXAxis', false),
  mayYLeaveZero: flag('truncateYAxis', false),
  xBounds: bounds('x_axis_bounds'),
  yBounds: bounds('y_axis_bounds'),
})
export type BubbleOptions = ReadOptions<typeof BubbleOptions>
