import type { Control } from '../chart.ts'
import {
  filtersControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  rowLimitControl,
  sortByControl,
} from '../parts/controls.ts'
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'

export const parallelControls: readonly Control[] = [
  { field: 'series', kind: 'column', section: 'data', label: 'A line for each', isRequired: true },
  { ...metricsControl, label: 'Axes' },
  { field: 'secondary_metric', kind: 'metric', section: 'data', label: 'Metric for the colours' },
  filtersControl,
  sortByControl,
  orderDescControl,
  rowLimitControl(1000),
  { field: 'include_series', kind: 'toggle', section: 'style', label: 'Names on an axis of their own', default: false },
  linearSchemeControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  numberFormatControl('number_format'),
]
