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

export const pieControls: readonly Control[] = [
  { ...groupbyControl, isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(100),
  largestFirstControl,
  colorSchemeControl,
  { field: 'donut', kind: 'toggle', section: 'style', label: 'Ring', default: false },
  { field: 'show_total', kind: 'toggle', section: 'style', label: 'Total in the middle', default: false },
  labelsControl,
  {
    field: 'label_type',
    kind: 'select',
    section: 'style',
    label: 'Labels show',
    choices: [
      { value: 'key', label: 'Name' },
      { value: 'value', label: 'Value' },
      { value: 'percent', label: 'Share' },
      { value: 'key_value', label: 'Name and value' },
      { value: 'key_percent', label: 'Name and share' },
      { value: 'key_value_percent', label: 'Name, value and share' },
      { value: 'value_percent', label: 'Value and share' },
    ],
    default: 'key_percent',
  },
  numberFormatControl('number_format'),
  timeFormatControl('date_format'),
]
