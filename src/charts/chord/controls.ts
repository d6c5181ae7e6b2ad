import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'

export const chordControls: readonly Control[] = [
  { field: 'groupby', kind: 'column', section: 'data', label: 'Source', isRequired: true },
  { field: 'columns', kind: 'column', section: 'data', label: 'Target', isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(100),
  largestFirstControl,
  colorSchemeControl,
  numberFormatControl('y_axis_format'),
]
