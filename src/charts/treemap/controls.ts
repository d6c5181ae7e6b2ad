import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  labelsControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
} from '../parts/controls.ts'

export const treemapControls: readonly Control[] = [
  { ...groupbyControl, isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(1000),
  largestFirstControl,
  colorSchemeControl,
  labelsControl,
  { field: 'show_upper_labels', kind: 'toggle', section: 'style', label: 'Labels of groups', default: true },
  {
    field: 'label_type',
    kind: 'select',
    section: 'style',
    label: 'Labels show',
    choices: [
      { value: 'Key', label: 'Name' },
      { value: 'value', label: 'Value' },
      { value: 'key_value', label: 'Name and value' },
    ],
    default: 'key_value',
  },
  numberFormatControl('number_format'),
  timeFormatControl('date_format'),
]
