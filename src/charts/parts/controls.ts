import type { Control } from '../chart.ts'
import { colorSchemes, defaultColorScheme } from './color-schemes.ts'

const ROW_LIMITS = [10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000] as const

export const limitChoices = (values: readonly number[]) =>
  values.map((value) => ({ value, label: value.toLocaleString('en-US') }))

const NUMBER_FORMATS = [
  { value: 'SMART_NUMBER', label: 'Adaptive formatting' },
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
  { value: 'smart_date', label: 'Adaptive formatting' },
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

/** Rules that colour cells by their values (`parts/conditional-format.ts` draws them). */
export const colorRulesControl: Control = {
  field: 'conditional_formatting',
  kind: 'colorRules',
  section: 'style',
  label: 'Conditional formatting',
  default: [],
}

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
