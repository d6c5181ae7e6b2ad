import type { Control } from '../chart.ts'
import {
  filtersControl,
  numberFormatControl,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'
import type { FixedColor } from '../parts/fixed-color.ts'
import { USUAL_COLORS } from './options.ts'

const measure = (field: string, label: string): Control => ({
  field,
  kind: 'metric',
  section: 'data',
  label,
  isRequired: true,
})
const color = (field: string, label: string, value: FixedColor): Control => ({
  field,
  kind: 'color',
  section: 'style',
  label,
  default: value,
})
const PERIODS = [5, 10, 15, 20, 30, 60, 120]

export const candlestickControls: readonly Control[] = [
  { field: 'x_axis', kind: 'column', section: 'data', label: 'X axis', isRequired: true },
  timeGrainControl,
  measure('open', 'Opening'),
  measure('close', 'Closing'),
  measure('high', 'Highest'),
  measure('low', 'Lowest'),
  { field: 'series', kind: 'column', section: 'data', label: 'Candles for each', default: null },
  filtersControl,
  rowLimitControl(10_000),
  {
    field: 'series_style',
    kind: 'select',
    section: 'style',
    label: 'Marks',
    choices: [
      { value: 'candlestick', label: 'Candles' },
      { value: 'ohlc', label: 'Bars with ticks' },
    ],
    default: 'candlestick',
  },
  {
    field: 'moving_averages',
    kind: 'choices',
    section: 'style',
    label: 'Moving averages',
    help: 'Over how many places the close is averaged',
    choices: PERIODS.map((value) => ({ value, label: String(value) })),
    default: [],
  },
  color('increase_color', 'Colour of increases', USUAL_COLORS.increase),
  color('decrease_color', 'Colour of decreases', USUAL_COLORS.decrease),
  { field: 'increase_label', kind: 'text', section: 'style', label: 'Name of increases', default: '' },
  { field: 'decrease_label', kind: 'text', section: 'style', label: 'Name of decreases', default: '' },
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Zoom along the x-axis', default: false },
  timeFormatControl('x_axis_time_format'),
  numberFormatControl('y_axis_format'),
]
