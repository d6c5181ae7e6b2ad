import { flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column, columns, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { savedOrders } from '../parts/saved-order.ts'

export const GanttOptions = formOptions({
  ...plainFields,
  start: column('start_time'),
  end: column('end_time'),
  row: column('y_axis'),
  series: column('series'),
  hasSubrows: flag('subcategories', false),
  tooltipColumns: columns('tooltip_columns'),
  tooltipMetrics: metrics('tooltip_metrics'),
  orderBy: savedOrders('order_by_cols'),
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  isZoomable: flag('zoomable', false),
  timeFormat: text('x_axis_time_format'),
  tooltipTimeFormat: text('tooltipTimeFormat'),
  valueFormat: text('tooltipValuesFormat'),
})
export type GanttOptions = ReadOptions<typeof GanttOptions>
