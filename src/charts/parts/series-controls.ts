import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  limitChoices,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  rowLimitControl,
  sortByControl,
  timeFormatControl,
  timeGrainControl,
} from './controls.ts'

const SERIES_LIMITS = [5, 10, 25, 50, 100, 500] as const

export const seriesLimitControl: Control = {
  field: 'limit',
  kind: 'seriesLimit',
  section: 'data',
  label: 'Series limit',
  choices: limitChoices(SERIES_LIMITS),
  default: null,
}

const legendControl: Control = {
  field: 'show_legend',
  kind: 'toggle',
  section: 'style',
  label: 'Names of the series',
  default: true,
}

const valuesControl: Control = {
  field: 'show_value',
  kind: 'toggle',
  section: 'style',
  label: 'Values at the marks',
  default: false,
}

const zoomControl: Control = {
  field: 'zoomable',
  kind: 'toggle',
  section: 'style',
  label: 'Zoom along the x-axis',
  default: false,
}

const sortChoices = [
  { value: 'sum', label: 'Total' },
  { value: 'name', label: 'Name' },
  { value: 'min', label: 'Minimum' },
  { value: 'max', label: 'Maximum' },
  { value: 'avg', label: 'Average' },
] as const

const SHIFTS = [
  '1 day ago',
  '1 week ago',
  '28 days ago',
  '30 days ago',
  '52 weeks ago',
  '1 year ago',
  '104 weeks ago',
  '2 years ago',
  '156 weeks ago',
  '3 years ago',
] as const

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0

/** Comparison with earlier times, and smoothing. */
const analysisControls: readonly Control[] = [
  {
    field: 'time_compare',
    kind: 'choices',
    section: 'data',
    label: 'Compare with',
    help: 'Needs a time grain and a time filter with both ends',
    choices: SHIFTS.map((value) => ({ value, label: value })),
    default: [],
  },
  {
    field: 'comparison_type',
    kind: 'select',
    section: 'data',
    label: 'Show the comparison as',
    choices: [
      { value: 'values', label: 'Lines of both' },
      { value: 'difference', label: 'Difference' },
      { value: 'percentage', label: 'Change in per cent' },
      { value: 'ratio', label: 'Ratio' },
    ],
    default: 'values',
    isShown: (form) => isFilled(form.time_compare),
  },
  {
    field: 'rolling_type',
    kind: 'select',
    section: 'data',
    label: 'Smooth over a window',
    choices: [
      { value: 'mean', label: 'Mean' },
      { value: 'sum', label: 'Sum' },
      { value: 'std', label: 'Standard deviation' },
      { value: 'cumsum', label: 'Running total' },
    ],
    default: null,
  },
  {
    field: 'rolling_periods',
    kind: 'number',
    section: 'data',
    label: 'Points in the window',
    range: [1, 10_000],
    isWhole: true,
    isRequired: true,
    default: null,
    isShown: (form) => form.rolling_type != null && form.rolling_type !== 'cumsum',
  },
  { field: 'forecastEnabled', kind: 'toggle', section: 'data', label: 'Forecast', default: false },
  {
    field: 'forecastPeriods',
    kind: 'number',
    section: 'data',
    label: 'Periods to forecast',
    range: [1, 10_000],
    isWhole: true,
    default: 10,
    isShown: (form) => form.forecastEnabled === true,
  },
  {
    field: 'forecastInterval',
    kind: 'number',
    section: 'data',
    label: 'Share of values within the forecast interval',
    range: [0.01, 0.99],
    default: 0.8,
    isShown: (form) => form.forecastEnabled === true,
  },
]

/** Controls of every chart with an x-axis and series. */
export const seriesDataControls: readonly Control[] = [
  { field: 'x_axis', kind: 'column', section: 'data', label: 'X axis', isRequired: true },
  timeGrainControl,
  metricsControl,
  groupbyControl,
  filtersControl,
  seriesLimitControl,
  sortByControl,
  orderDescControl,
  {
    field: 'contributionMode',
    kind: 'select',
    section: 'data',
    label: 'Share of',
    default: null,
    choices: [
      { value: 'row', label: 'Each place of the x-axis' },
      { value: 'column', label: 'Each series' },
    ],
  },
  rowLimitControl(10_000),
  ...analysisControls,
  { field: 'annotation_layers', kind: 'annotations', section: 'data', label: 'Annotations', default: [] },
  { field: 'truncate_metric', kind: 'toggle', section: 'data', label: 'Leave the metric out of names', default: true },
]

export const seriesStyleControls: readonly Control[] = [
  colorSchemeControl,
  legendControl,
  valuesControl,
  numberFormatControl('y_axis_format'),
  timeFormatControl('x_axis_time_format'),
  { field: 'y_axis_title', kind: 'text', section: 'style', label: 'Title of the value axis', default: '' },
  { field: 'logAxis', kind: 'toggle', section: 'style', label: 'Logarithmic axis', default: false },
  {
    field: 'sort_series_type',
    kind: 'select',
    section: 'style',
    label: 'Order of series',
    choices: sortChoices,
    default: 'sum',
  },
  { field: 'sort_series_ascending', kind: 'toggle', section: 'style', label: 'Smallest series first', default: false },
  zoomControl,
]

export const stackControl = (choices: readonly ('Stack' | 'Stream' | 'Expand')[], value: string | null): Control => ({
  field: 'stack',
  kind: 'select',
  section: 'style',
  label: 'Stack',
  choices: choices.map((one) => ({
    value: one,
    label: one === 'Expand' ? 'To 100 %' : one === 'Stream' ? 'Stream' : 'Stacked',
  })),
  default: value,
})
