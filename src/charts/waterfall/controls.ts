import type { Control } from '../chart.ts'
import {
  filtersControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'
import type { FixedColor } from '../parts/fixed-color.ts'
import { USUAL_COLORS } from './colors.ts'

const color = (field: string, label: string, value: FixedColor): Control => ({
  field,
  kind: 'color',
  section: 'style',
  label,
  default: value,
})
const text = (field: string, label: string): Control => ({ field, kind: 'text', section: 'style', label, default: '' })

export const waterfallControls: readonly Control[] = [
  { field: 'x_axis', kind: 'column', section: 'data', label: 'X axis', isRequired: true },
  timeGrainControl,
  metricControl,
  { field: 'groupby', kind: 'column', section: 'data', label: 'Steps within a place', default: null },
  filtersControl,
  rowLimitControl(1000),
  { field: 'show_total', kind: 'toggle', section: 'style', label: 'Total', default: true },
  { field: 'show_value', kind: 'toggle', section: 'style', label: 'Values at the marks', default: false },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  color('increase_color', 'Colour of increases', USUAL_COLORS.increase),
  color('decrease_color', 'Colour of decreases', USUAL_COLORS.decrease),
  color('total_color', 'Colour of totals', USUAL_COLORS.total),
  text('increase_label', 'Name of increases'),
  text('decrease_label', 'Name of decreases'),
  text('total_label', 'Name of totals'),
  numberFormatControl('y_axis_format'),
  timeFormatControl('x_axis_time_format'),
  text('x_axis_label', 'Title of the x-axis'),
  text('y_axis_label', 'Title of the value axis'),
]
