import type { Control } from '../chart.ts'
import {
  colorRulesControl,
  filtersControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'

const orders = [
  { value: 'key_a_to_z', label: 'Name, A to Z' },
  { value: 'key_z_to_a', label: 'Name, Z to A' },
  { value: 'value_a_to_z', label: 'Value, smallest first' },
  { value: 'value_z_to_a', label: 'Value, largest first' },
]

const toggle = (field: string, label: string, section: Control['section'] = 'data'): Control => ({
  field,
  kind: 'toggle',
  section,
  label,
  default: false,
})

const order = (field: string, label: string): Control => ({
  field,
  kind: 'select',
  section: 'style',
  label,
  choices: orders,
  default: 'key_a_to_z',
})

export const pivotTableControls: readonly Control[] = [
  { field: 'groupbyRows', kind: 'columns', section: 'data', label: 'Rows', default: [] },
  { field: 'groupbyColumns', kind: 'columns', section: 'data', label: 'Columns', default: [] },
  timeGrainControl,
  metricsControl,
  {
    field: 'metricsLayout',
    kind: 'select',
    section: 'data',
    label: 'Metrics stand in',
    choices: [
      { value: 'COLUMNS', label: 'Columns' },
      { value: 'ROWS', label: 'Rows' },
    ],
    default: 'COLUMNS',
  },
  filtersControl,
  { field: 'series_limit_metric', kind: 'orderBy', section: 'data', label: 'Sort by', default: null },
  orderDescControl,
  rowLimitControl(10_000),
  toggle('rowTotals', 'Totals of rows'),
  toggle('rowSubTotals', 'Subtotals of rows'),
  toggle('colTotals', 'Totals of columns'),
  toggle('colSubTotals', 'Subtotals of columns'),
  toggle('transposePivot', 'Swap rows and columns', 'style'),
  toggle('combineMetric', 'Metrics side by side within each column', 'style'),
  order('rowOrder', 'Order of rows'),
  order('colOrder', 'Order of columns'),
  toggle('rowSubtotalPosition', 'Subtotals above their rows', 'style'),
  toggle('colSubtotalPosition', 'Subtotals left of their columns', 'style'),
  { ...numberFormatControl('valueFormat'), default: null },
  timeFormatControl('date_format'),
  colorRulesControl,
]
