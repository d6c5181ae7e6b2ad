import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
} from '../parts/controls.ts'

export const partitionControls: readonly Control[] = [
  metricsControl,
  { ...groupbyControl, label: 'Levels', isRequired: true },
  filtersControl,
  rowLimitControl(10_000),
  colorSchemeControl,
  {
    field: 'partition_limit',
    kind: 'number',
    section: 'style',
    label: 'Parts of each group, at most',
    help: 'The others are one part together. 0 shows all.',
    range: [0, 1000],
    default: 5,
  },
  {
    field: 'partition_threshold',
    kind: 'number',
    section: 'style',
    label: 'Least share of its group',
    help: 'Smaller parts are one part together',
    range: [0, 1],
    default: 0.05,
  },
  { field: 'log_scale', kind: 'toggle', section: 'style', label: 'Logarithmic heights', default: false },
  numberFormatControl('number_format'),
  timeFormatControl('date_time_format'),
]
