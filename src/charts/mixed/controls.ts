import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'
import { opacityControl } from '../parts/opacity-control.ts'

const shapes = [
  { value: 'line', label: 'Straight' },
  { value: 'smooth', label: 'Smooth' },
  { value: 'start', label: 'Step at the start' },
  { value: 'middle', label: 'Step in the middle' },
  { value: 'end', label: 'Step at the end' },
  { value: 'bar', label: 'Bar' },
  { value: 'scatter', label: 'Scatter' },
]

const SECOND_LABELS: Readonly<Record<string, string>> = {
  Metrics: 'Metrics, second query',
  'Split by': 'Split by, second query',
  Filters: 'Filters, second query',
  'Row limit': 'Row limit, second query',
  Shape: 'Shape, second query',
  'Fill below the line': 'Fill below the line, second query',
  Opacity: 'Opacity, second query',
  Stacked: 'Stacked, second query',
  'Value axis': 'Value axis, second query',
}

/** A control of the first question for the second. */
const second = (control: Control, suffix: '_b' | 'B'): Control => ({
  ...control,
  field: `${control.field}${suffix}`,
  label: SECOND_LABELS[control.label] ?? control.label,
})

const asked: readonly Control[] = [metricsControl, groupbyControl, filtersControl, rowLimitControl(10_000)]

type Form = Readonly<Record<string, unknown>>

/** How the series of a question look. What bars and points have not is left out for them. */
function looksOf(suffix: '' | 'B'): readonly Control[] {
  const isLine = (form: Form) => !['bar', 'scatter'].includes(String(form[`seriesType${suffix}`] ?? 'line'))
  const looks: readonly Control[] = [
    { field: 'seriesType', kind: 'select', section: 'style', label: 'Shape', choices: shapes, default: 'line' },
    { field: 'stack', kind: 'toggle', section: 'style', label: 'Stacked', default: false },
    { field: 'area', kind: 'toggle', section: 'style', label: 'Fill below the line', default: false, isShown: isLine },
    { ...opacityControl(0.2), isShown: (form) => isLine(form) && form[`area${suffix}`] === true },
    {
      field: 'yAxisIndex',
      kind: 'select',
      section: 'style',
      label: 'Value axis',
      choices: [
        { value: 0, label: 'Left' },
        { value: 1, label: 'Right' },
      ],
      default: 0,
    },
  ]
  return suffix === '' ? looks : looks.map((control) => second(control, suffix))
}

export const mixedControls: readonly Control[] = [
  { field: 'x_axis', kind: 'column', section: 'data', label: 'X axis', isRequired: true },
  timeGrainControl,
  ...asked,
  ...asked.map((control) => second(control, '_b')),
  ...looksOf(''),
  ...looksOf('B'),
  colorSchemeControl,
  numberFormatControl('y_axis_format'),
  numberFormatControl('y_axis_format_secondary', 'Number format, right axis'),
  timeFormatControl('x_axis_time_format'),
  { field: 'y_axis_title', kind: 'text', section: 'style', label: 'Title of the value axis', default: '' },
  { field: 'yAxisTitleSecondary', kind: 'text', section: 'style', label: 'Title of the right axis', default: '' },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Zoom along the x-axis', default: false },
]
