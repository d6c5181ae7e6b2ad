import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'

const percentiles = [
  [2, 98],
  [5, 95],
  [9, 91],
  [10, 90],
] as const

export const boxPlotControls: readonly Control[] = [
  { ...groupbyControl, label: 'Boxes' },
  metricsControl,
  {
    field: 'columns',
    kind: 'columns',
    section: 'data',
    label: 'One value for each',
    help: 'A box shows how these values spread',
    isRequired: true,
    default: [],
  },
  timeGrainControl,
  filtersControl,
  rowLimitControl(10_000),
  {
    field: 'whiskerOptions',
    kind: 'select',
    section: 'data',
    label: 'Ends of the whiskers',
    choices: [
      { value: 'Tukey', label: 'Tukey, 1.5 boxes away' },
      { value: 'Min/max (no outliers)', label: 'Smallest and largest value' },
      ...percentiles.map(([low, high]) => ({
        value: `${low}/${high} percentiles`,
        label: `Percentiles ${low} and ${high}`,
      })),
    ],
    default: 'Tukey',
  },
  colorSchemeControl,
  numberFormatControl('number_format'),
  timeFormatControl('date_format'),
  { field: 'x_axis_title', kind: 'text', section: 'style', label: 'Title of the x-axis', default: '' },
  { field: 'y_axis_title', kind: 'text', section: 'style', label: 'Title of the value axis', default: '' },
]
