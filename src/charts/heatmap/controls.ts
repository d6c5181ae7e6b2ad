import type { Control } from '../chart.ts'
import {
  filtersControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'

const orders = [
  { value: 'alpha_asc', label: 'Name, A to Z' },
  { value: 'alpha_desc', label: 'Name, Z to A' },
  { value: 'value_asc', label: 'Value, smallest first' },
  { value: 'value_desc', label: 'Value, largest first' },
]

export const heatmapControls: readonly Control[] = [
  { field: 'x_axis', kind: 'column', section: 'data', label: 'X axis', isRequired: true },
  timeGrainControl,
  { field: 'groupby', kind: 'column', section: 'data', label: 'Y axis', isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(10_000),
  { field: 'sort_x_axis', kind: 'select', section: 'data', label: 'Order of columns', choices: orders, default: null },
  { field: 'sort_y_axis', kind: 'select', section: 'data', label: 'Order of rows', choices: orders, default: null },
  {
    field: 'normalize_across',
    kind: 'select',
    section: 'data',
    label: 'Shares and ranks within',
    choices: [
      { value: 'heatmap', label: 'The whole chart' },
      { value: 'x', label: 'Each column' },
      { value: 'y', label: 'Each row' },
    ],
    default: 'heatmap',
    isShown: ({ normalized, show_percentage }) => normalized === true || show_percentage === true,
  },
  { field: 'normalized', kind: 'toggle', section: 'style', label: 'Colours by rank', default: false },
  linearSchemeControl,
  {
    field: 'legend_type',
    kind: 'select',
    section: 'style',
    label: 'Legend',
    choices: [
      { value: 'continuous', label: 'Continuous' },
      { value: 'piecewise', label: 'In steps' },
    ],
    default: 'continuous',
  },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'show_values', kind: 'toggle', section: 'style', label: 'Values at the marks', default: false },
  { field: 'show_percentage', kind: 'toggle', section: 'style', label: 'Shares in the tooltip', default: false },
  numberFormatControl('y_axis_format'),
  timeFormatControl('x_axis_time_format'),
]
