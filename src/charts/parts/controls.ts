import type { Control } from '../chart.ts'
import { colorSchemes, defaultColorScheme } from './color-schemes.ts'

const ROW_LIMITS = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000] as const
const SERIES_LIMITS = [5, 10, 25, 50, 100, 500] as const

const limitChoices = (values: readonly number[]) =>
  values.map((value) => ({ value, label: value.toLocaleString('en-US') }))

const NUMBER_FORMATS = [
  { value: 'SMART_NUMBER', label: 'Adaptive, 12.3k' },
  { value: ',d', label: '12,346' },
  { value: ',.1f', label: '12,345.7' },
  { value: ',.2f', label: '12,345.68' },
  { value: '.3s', label: '12.3k' },
  { value: ',.1%', label: '12.3%' },
  { value: '.2%', label: '12.35%' },
  { value: '+,', label: '+12,345.678' },
  { value: '$,.2f', label: '$12,345.68' },
  { value: 'DURATION', label: 'Duration, 1m 6s' },
  { value: '~g', label: 'Original value' },
] as const

const TIME_FORMATS = [
  { value: 'smart_date', label: 'Adaptive' },
  { value: '%d/%m/%Y', label: '31/01/2024' },
  { value: '%m/%d/%Y', label: '01/31/2024' },
  { value: '%Y-%m-%d', label: '2024-01-31' },
  { value: '%Y-%m-%d %H:%M:%S', label: '2024-01-31 13:45:00' },
  { value: '%d-%m-%Y %H:%M:%S', label: '31-01-2024 13:45:00' },
  { value: '%H:%M:%S', label: '13:45:00' },
] as const

export const filtersControl: Control = {
  field: 'adhoc_filters',
  kind: 'filters',
  section: 'data',
  label: 'Filters',
  default: [],
}
export const metricControl: Control = {
  field: 'metric',
  kind: 'metric',
  section: 'data',
  label: 'Metric',
  isRequired: true,
}
export const metricsControl: Control = {
  field: 'metrics',
  kind: 'metrics',
  section: 'data',
  label: 'Metrics',
  isRequired: true,
}
export const groupbyControl: Control = {
  field: 'groupby',
  kind: 'columns',
  section: 'data',
  label: 'Split by',
  default: [],
}
export const timeGrainControl: Control = {
  field: 'time_grain_sqla',
  kind: 'timeGrain',
  section: 'data',
  label: 'Time grain',
  default: 'P1D',
}

export const rowLimitControl = (value: number): Control => ({
  field: 'row_limit',
  kind: 'rowLimit',
  section: 'data',
  label: 'Row limit',
  choices: limitChoices(ROW_LIMITS),
  default: value,
})
const seriesLimitControl: Control = {
  field: 'limit',
  kind: 'seriesLimit',
  section: 'data',
  label: 'Series limit',
  choices: limitChoices(SERIES_LIMITS),
  default: null,
}
export const sortByControl: Control = {
  field: 'timeseries_limit_metric',
  kind: 'orderBy',
  section: 'data',
  label: 'Sort by',
  default: null,
}
export const orderDescControl: Control = {
  field: 'order_desc',
  kind: 'toggle',
  section: 'data',
  label: 'Largest first',
  default: true,
}

export const colorSchemeControl: Control = {
  field: 'color_scheme',
  kind: 'colorScheme',
  section: 'style',
  label: 'Colours',
  get choices() {
    return colorSchemes().map(({ id, label }) => ({ value: id, label }))
  },
  get default() {
    return defaultColorScheme()
  },
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

export const numberFormatControl = (field: string, label = 'Number format'): Control => ({
  field,
  kind: 'numberFormat',
  section: 'style',
  label,
  choices: NUMBER_FORMATS,
  default: 'SMART_NUMBER',
})
export const timeFormatControl = (field: string, label = 'Time format'): Control => ({
  field,
  kind: 'timeFormat',
  section: 'style',
  label,
  choices: TIME_FORMATS,
  default: 'smart_date',
})

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
    help: 'Needs a time filter with both ends',
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
    default: null,
    isShown: (form) => form.rolling_type != null && form.rolling_type !== 'cumsum',
  },
  { field: 'forecastEnabled', kind: 'toggle', section: 'data', label: 'Forecast', default: false },
  {
    field: 'forecastPeriods',
    kind: 'number',
    section: 'data',
    label: 'Periods to forecast',
    default: 10,
    isShown: (form) => form.forecastEnabled === true,
  },
  {
    field: 'forecastInterval',
    kind: 'number',
    section: 'data',
    label: 'Share of values within the forecast interval',
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

/** Whether parts of a whole stand by their size. */
export const largestFirstControl: Control = {
  field: 'sort_by_metric',
  kind: 'toggle',
  section: 'data',
  label: 'Largest first',
  default: true,
}

/** Whether parts of a whole have their names and values written on them. */
export const labelsControl: Control = {
  field: 'show_labels',
  kind: 'toggle',
  section: 'style',
  label: 'Labels',
  default: true,
}
