import type { Control } from '../chart.ts'
import { colorSchemeControl, numberFormatControl, timeFormatControl } from '../parts/controls.ts'
import { periodControls } from '../parts/period-controls.ts'

export const percentChangeControls: readonly Control[] = [
  ...periodControls,
  colorSchemeControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { ...numberFormatControl('y_axis_format'), default: '+,.1%' },
  timeFormatControl('x_axis_format'),
]
