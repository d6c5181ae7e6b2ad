import type { Control } from '../chart.ts'
import { colorSchemeControl, filtersControl, groupbyControl, rowLimitControl } from '../parts/controls.ts'

export const histogramControls: readonly Control[] = [
  { field: 'column', kind: 'column', section: 'data', label: 'Column of numbers', isRequired: true },
  groupbyControl,
  filtersControl,
  rowLimitControl(10_000),
  { field: 'bins', kind: 'number', section: 'data', label: 'Bins', default: 5, range: [1, 1000] },
  { field: 'normalize', kind: 'toggle', section: 'data', label: 'Shares instead of counts', default: false },
  { field: 'cumulative', kind: 'toggle', section: 'data', label: 'Running total', default: false },
  colorSchemeControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Names of the series', default: true },
  { field: 'show_value', kind: 'toggle', section: 'style', label: 'Values at the marks', default: false },
  { field: 'x_axis_title', kind: 'text', section: 'style', label: 'Title of the x-axis', default: '' },
  { field: 'y_axis_title', kind: 'text', section: 'style', label: 'Title of the value axis', default: '' },
]
