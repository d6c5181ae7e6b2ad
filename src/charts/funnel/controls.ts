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
} from '../parts/controls.ts'

export const funnelControls: readonly Control[] = [
  { ...groupbyControl, label: 'Steps', isRequired: true },
  metricControl,
  filtersControl,
  rowLimitControl(10),
  largestFirstControl,
  {
    field: 'percent_calculation_type',
    kind: 'select',
    section: 'data',
    label: 'Shares of',
    choices: [
      { value: 'first_step', label: 'The first step' },
      { value: 'prev_step', label: 'The step before' },
      { value: 'total', label: 'All steps' },
    ],
    default: 'first_step',
  },
  colorSchemeControl,
  labelsControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: false },
  {
    field: 'orient',
    kind: 'select',
    section: 'style',
    label: 'Direction',
    choices: [
      { value: 'vertical', label: 'Downwards' },
      { value: 'horizontal', label: 'To the right' },
    ],
    default: 'vertical',
  },
  numberFormatControl('number_format'),
]
