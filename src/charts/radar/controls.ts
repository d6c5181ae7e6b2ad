import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  labelsControl,
  metricsControl,
  numberFormatControl,
  rowLimitControl,
  sortByControl,
  timeFormatControl,
} from '../parts/controls.ts'

export const radarControls: readonly Control[] = [
  metricsControl,
  groupbyControl,
  filtersControl,
  sortByControl,
  rowLimitControl(10),
  colorSchemeControl,
  labelsControl,
  {
    field: 'label_type',
    kind: 'select',
    section: 'style',
    label: 'Labels say',
    choices: [
      { value: 'value', label: 'The value' },
      { value: 'key_value', label: 'The group and the value' },
    ],
    default: 'value',
    isShown: (form) => form.show_labels !== false,
  },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'is_circle', kind: 'toggle', section: 'style', label: 'Round', default: false },
  numberFormatControl('number_format'),
  timeFormatControl('date_format'),
]
