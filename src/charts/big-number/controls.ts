import type { Control } from '../chart.ts'
import {
  filtersControl,
  metricControl,
  numberFormatControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'
import { DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'

const subtitle: Control = { field: 'subtitle', kind: 'text', section: 'style', label: 'Subtitle', default: '' }

export const bigNumberTotalControls: readonly Control[] = [
  metricControl,
  filtersControl,
  subtitle,
  numberFormatControl('y_axis_format'),
  timeFormatControl('time_format', 'Format of times'),
]

export const bigNumberControls: readonly Control[] = [
  { field: 'x_axis', kind: 'timeColumn', section: 'data', label: 'Time', isRequired: true },
  timeGrainControl,
  metricControl,
  filtersControl,
  {
    field: 'aggregation',
    kind: 'select',
    section: 'data',
    label: 'Figure',
    choices: [
      { value: 'LAST_VALUE', label: 'Last value' },
      { value: 'raw', label: 'Metric over the whole range' },
      { value: 'sum', label: 'Sum of the values' },
      { value: 'mean', label: 'Mean of the values' },
      { value: 'median', label: 'Median of the values' },
      { value: 'min', label: 'Smallest value' },
      { value: 'max', label: 'Largest value' },
    ],
    default: 'LAST_VALUE',
  },
  { field: 'compare_lag', kind: 'number', section: 'data', label: 'Compare with, buckets before', default: null },
  { field: 'compare_suffix', kind: 'text', section: 'data', label: 'Words after the change', default: '' },
  subtitle,
  numberFormatControl('y_axis_format'),
  { field: 'show_trend_line', kind: 'toggle', section: 'style', label: 'Trend line', default: true },
  {
    field: 'color_picker',
    kind: 'color',
    section: 'style',
    label: 'Colour of the trend line',
    default: DEFAULT_FIXED_COLOR,
    isShown: (form) => form.show_trend_line !== false,
  },
  { field: 'show_timestamp', kind: 'toggle', section: 'style', label: 'Time of the value', default: false },
  timeFormatControl('time_format'),
]

export const comparedNumberControls: readonly Control[] = [
  metricControl,
  filtersControl,
  {
    field: 'time_compare',
    kind: 'select',
    section: 'data',
    label: 'Compare with',
    choices: [
      { value: 'inherit', label: 'The same length before' },
      { value: '1 day ago', label: '1 day ago' },
      { value: '1 week ago', label: '1 week ago' },
      { value: '1 month ago', label: '1 month ago' },
      { value: '1 year ago', label: '1 year ago' },
      { value: 'custom', label: 'A time that begins on a day' },
    ],
    default: null,
  },
  {
    field: 'start_date_offset',
    kind: 'text',
    section: 'data',
    label: 'Day, such as 2024-01-31',
    default: '',
    isShown: (form) => [form.time_compare].flat()[0] === 'custom',
  },
  subtitle,
  numberFormatControl('y_axis_format'),
  { ...numberFormatControl('percentDifferenceFormat', 'Format of the change in per cent'), default: ',.1%' },
  { field: 'comparison_color_enabled', kind: 'toggle', section: 'style', label: 'Colour the change', default: false },
  {
    field: 'comparison_color_scheme',
    kind: 'select',
    section: 'style',
    label: 'A larger figure is',
    choices: [
      { value: 'Green', label: 'Good' },
      { value: 'Red', label: 'Bad' },
    ],
    default: 'Green',
    isShown: (form) => form.comparison_color_enabled === true,
  },
]
