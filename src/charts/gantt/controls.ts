import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
} from '../parts/controls.ts'

export const ganttControls: readonly Control[] = [
  { field: 'start_time', kind: 'column', section: 'data', label: 'Start', isRequired: true },
  { field: 'end_time', kind: 'column', section: 'data', label: 'End', isRequired: true },
  { field: 'y_axis', kind: 'column', section: 'data', label: 'Rows', isRequired: true },
  { field: 'series', kind: 'column', section: 'data', label: 'Coloured by', default: null },
  {
    field: 'subcategories',
    kind: 'toggle',
    section: 'data',
    label: 'A line of its own for each colour',
    default: false,
    isShown: (form) => Boolean(form.series),
  },
  { field: 'tooltip_columns', kind: 'columns', section: 'data', label: 'Also in the tooltip', default: [] },
  { field: 'tooltip_metrics', kind: 'metrics', section: 'data', label: 'Metrics in the tooltip', default: [] },
  filtersControl,
  rowLimitControl(1000),
  colorSchemeControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Zoom along the x-axis', default: false },
  timeFormatControl('x_axis_time_format'),
  timeFormatControl('tooltipTimeFormat', 'Time format in the tooltip'),
  numberFormatControl('tooltipValuesFormat', 'Number format in the tooltip'),
]
