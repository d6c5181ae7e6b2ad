import type { Control } from '../chart.ts'
import { colorSchemeControl, filtersControl, numberFormatControl, rowLimitControl } from '../parts/controls.ts'
import { opacityControl } from '../parts/opacity-control.ts'

const toggle = (field: string, label: string): Control => ({
  field,
  kind: 'toggle',
  section: 'style',
  label,
  default: false,
})

export const bubbleControls: readonly Control[] = [
  { field: 'entity', kind: 'column', section: 'data', label: 'Entity', isRequired: true },
  { field: 'series', kind: 'column', section: 'data', label: 'Coloured by', default: null },
  { field: 'x', kind: 'metric', section: 'data', label: 'X axis', isRequired: true },
  { field: 'y', kind: 'metric', section: 'data', label: 'Y axis', isRequired: true },
  { field: 'size', kind: 'metric', section: 'data', label: 'Size of the bubbles', isRequired: true },
  filtersControl,
  { field: 'orderby', kind: 'orderBy', section: 'data', label: 'Sort by', default: null },
  { field: 'order_desc', kind: 'toggle', section: 'data', label: 'Largest first', default: true },
  rowLimitControl(1000),
  colorSchemeControl,
  { field: 'max_bubble_size', kind: 'number', section: 'style', label: 'Largest bubble', default: 25, range: [1, 100] },
  opacityControl(0.6),
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'x_axis_label', kind: 'text', section: 'style', label: 'Title of the x-axis', default: '' },
  { field: 'y_axis_label', kind: 'text', section: 'style', label: 'Title of the value axis', default: '' },
  numberFormatControl('xAxisFormat', 'Number format, x-axis'),
  numberFormatControl('y_axis_format'),
  toggle('logXAxis', 'Logarithmic x-axis'),
  toggle('logYAxis', 'Logarithmic axis'),
]
