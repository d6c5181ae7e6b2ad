import type { Control } from '../chart.ts'
import { filtersControl, numberFormatControl, orderDescControl, rowLimitControl } from '../parts/controls.ts'
import type { FixedColor } from '../parts/fixed-color.ts'
import { USUAL_COLORS } from './options.ts'

const color = (field: string, label: string, value: FixedColor): Control => ({
  field,
  kind: 'color',
  section: 'style',
  label,
  default: value,
})
const text = (field: string, label: string): Control => ({ field, kind: 'text', section: 'style', label, default: '' })

export const butterflyControls: readonly Control[] = [
  { field: 'groupby', kind: 'column', section: 'data', label: 'A pair of bars for each', isRequired: true },
  { field: 'left_metric', kind: 'metric', section: 'data', label: 'Bars to the left', isRequired: true },
  { field: 'right_metric', kind: 'metric', section: 'data', label: 'Bars to the right', isRequired: true },
  filtersControl,
  { field: 'orderby', kind: 'orderBy', section: 'data', label: 'Sort by', default: null },
  orderDescControl,
  rowLimitControl(100),
  text('left_label', 'Name of the left side'),
  text('right_label', 'Name of the right side'),
  color('left_color', 'Colour of the left side', USUAL_COLORS.left),
  color('right_color', 'Colour of the right side', USUAL_COLORS.right),
  { field: 'show_value', kind: 'toggle', section: 'style', label: 'Values at the marks', default: true },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  text('x_axis_title', 'Title of the value axis'),
  text('y_axis_title', 'Title of the names'),
  numberFormatControl('x_axis_format'),
]
