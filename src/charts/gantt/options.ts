import { asText, field, flag, formOptions, listOf, type Reader, type ReadOptions, text } from '../parts/form-options.ts'
import { column, columns, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'

/** A column and whether the first come first, saved as the text of a JSON list. */
type Order = readonly [column: string, isAscending: boolean]

const asOrder: Reader<Order> = (value) => {
  const text = asText(value)
  if (text === undefined) return undefined
  try {
    const saved: unknown = JSON.parse(text)
    if (!Array.isArray(saved) || typeof saved[0] !== 'string') return undefined
    return [saved[0], saved[1] !== false]
  } catch {
    return undefined
  }
}

export const GanttOptions = formOptions({
  ...plainFields,
  start: column('start_time'),
  end: column('end_time'),
  row: column('y_axis'),
  series: column('series'),
  hasSubrows: flag('subcategories', false),
  tooltipColumns: columns('tooltip_columns'),
  tooltipMetrics: metrics('tooltip_metrics'),
  orderBy: field<readonly Order[]>('order_by_cols', listOf(asOrder), []),
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  isZoomable: flag('zoomable', false),
  timeFormat: text('x_axis_time_format'),
  tooltipTimeFormat: text('tooltipTimeFormat'),
  valueFormat: text('tooltipValuesFormat'),
})
export type GanttOptions = ReadOptions<typeof GanttOptions>
