import type { Control } from '../chart.ts'
import { colorSchemeControl, numberFormatControl, timeFormatControl } from '../parts/controls.ts'
import { periodControls } from '../parts/period-controls.ts'

export const roseControls: readonly Control[] = [
  ...periodControls,
  colorSchemeControl,
  {
    field: 'rose_area_proportion',
    kind: 'toggle',
    section: 'style',
    label: 'Areas say the values, not lengths',
    default: false,
  },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  numberFormatControl('number_format'),
  timeFormatControl('date_time_format'),
]
