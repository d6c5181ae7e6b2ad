import type { Control } from '../chart.ts'
import { numberFormatControl, timeFormatControl } from '../parts/controls.ts'
import { periodControls } from '../parts/period-controls.ts'

export const horizonControls: readonly Control[] = [
  ...periodControls,
  {
    field: 'horizon_color_scale',
    kind: 'select',
    section: 'style',
    label: 'The deepest colour stands for',
    choices: [
      { value: 'series', label: 'The largest value of the row' },
      { value: 'overall', label: 'The largest value of all rows' },
      { value: 'change', label: 'The largest change since the first' },
    ],
    default: 'series',
  },
  { field: 'series_height', kind: 'number', section: 'style', label: 'Height of a row', range: [10, 200], default: 25 },
  numberFormatControl('number_format'),
  timeFormatControl('x_axis_time_format'),
]
