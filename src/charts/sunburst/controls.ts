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
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'

const hasSecond = (form: Readonly<Record<string, unknown>>) => (form.secondary_metric ?? null) !== null

export const sunburstControls: readonly Control[] = [
  { ...groupbyControl, field: 'columns', label: 'Levels, from the inside', isRequired: true },
  metricControl,
  {
    field: 'secondary_metric',
    kind: 'orderBy',
    section: 'data',
    label: 'Metric for the colours',
    help: 'Colours say what share of the metric it is.',
    default: null,
  },
  filtersControl,
  rowLimitControl(1000),
  largestFirstControl,
  colorSchemeControl,
  { ...linearSchemeControl, isShown: hasSecond },
  { ...labelsControl, default: false },
  {
    field: 'show_labels_threshold',
    kind: 'number',
    section: 'style',
    label: 'Labels from this share on, in percent',
    range: [0, 100],
    default: 5,
    isShown: (form) => form.show_labels === true,
  },
  {
    field: 'label_type',
    kind: 'select',
    section: 'style',
    label: 'Labels show',
    choices: [
      { value: 'key', label: 'Name' },
      { value: 'value', label: 'Value' },
      { value: 'key_value', label: 'Name and value' },
    ],
    default: 'key',
    isShown: (form) => form.show_labels === true,
  },
  { field: 'show_total', kind: 'toggle', section: 'style', label: 'Total in the middle', default: false },
  numberFormatControl('number_format'),
  timeFormatControl('date_format'),
]
