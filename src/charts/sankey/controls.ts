import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'

export const sankeyControls: readonly Control[] = [
  { field: 'source', kind: 'column', section: 'data', label: 'Source', isRequired: true },
  { field: 'target', kind: 'column', section: 'data', label: 'Target', isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(50),
  largestFirstControl,
  colorSchemeControl,
  numberFormatControl('number_format'),
]
