import type { Control } from '../chart.ts'
import {
  filtersControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
  timeGrainControl,
} from '../parts/controls.ts'
import { DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'

export const timePivotControls: readonly Control[] = [
  { field: 'granularity_sqla', kind: 'timeColumn', section: 'data', label: 'Time', isRequired: true },
  timeGrainControl,
  metricControl,
  {
    field: 'freq',
    kind: 'openSelect',
    section: 'data',
    label: 'Laid over each other',
    choices: [
      { value: 'D', label: 'Days' },
      { value: 'W-MON', label: 'Weeks from Monday' },
      { value: 'W-SUN', label: 'Weeks from Sunday' },
      { value: '4W-MON', label: 'Four weeks each' },
      { value: 'MS', label: 'Months' },
      { value: 'QS', label: 'Quarters' },
      { value: 'AS', label: 'Years' },
      { value: '52W-MON', label: '52 weeks each' },
    ],
    default: 'W-MON',
  },
  filtersControl,
  rowLimitControl(50_000),
  {
    field: 'color_picker',
    kind: 'color',
    section: 'style',
    label: 'Colour of the latest',
    default: DEFAULT_FIXED_COLOR,
  },
  {
    field: 'show_legend',
    kind: 'toggle',
    section: 'style',
    label: 'Name the latest and the one before',
    default: true,
  },
  numberFormatControl('y_axis_format'),
]
