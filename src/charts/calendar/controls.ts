import type { Control } from '../chart.ts'
import { filtersControl, metricsControl, numberFormatControl, timeFormatControl } from '../parts/controls.ts'
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'

export const calendarControls: readonly Control[] = [
  { field: 'granularity_sqla', kind: 'timeColumn', section: 'data', label: 'Time', isRequired: true },
  {
    field: 'subdomain_granularity',
    kind: 'select',
    section: 'data',
    label: 'A cell is',
    choices: [
      { value: 'min', label: 'A minute' },
      { value: 'hour', label: 'An hour' },
      { value: 'day', label: 'A day' },
      { value: 'week', label: 'A week' },
      { value: 'month', label: 'A month' },
    ],
    default: 'day',
  },
  {
    field: 'domain_granularity',
    kind: 'select',
    section: 'data',
    label: 'Days of a year',
    choices: [
      { value: 'month', label: 'Go on after its end' },
      { value: 'year', label: 'Have a block of their own' },
    ],
    default: 'month',
    isShown: (form) => (form.subdomain_granularity ?? 'day') === 'day',
  },
  metricsControl,
  filtersControl,
  linearSchemeControl,
  { field: 'steps', kind: 'number', section: 'style', label: 'Steps of colour', range: [2, 20], default: 10 },
  { field: 'cell_padding', kind: 'number', section: 'style', label: 'Gap between cells', range: [0, 10], default: 2 },
  { field: 'cell_radius', kind: 'number', section: 'style', label: 'Rounding of cells', range: [0, 20], default: 0 },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'show_values', kind: 'toggle', section: 'style', label: 'Values at the marks', default: false },
  { field: 'show_metric_name', kind: 'toggle', section: 'style', label: 'Name of the metric', default: true },
  numberFormatControl('y_axis_format'),
  timeFormatControl('x_axis_time_format'),
]
