import type { Control } from '../chart.ts'
import { filtersControl, metricControl, numberFormatControl } from '../parts/controls.ts'

const list = (field: string, label: string, help: string): Control => ({
  field,
  kind: 'text',
  section: 'style',
  label,
  help,
  default: '',
})
const NUMBERS = 'Numbers with commas between'
const WORDS = 'Words with commas between'

export const bulletControls: readonly Control[] = [
  metricControl,
  filtersControl,
  list('ranges', 'Ends of the ranges', NUMBERS),
  list('range_labels', 'Names of the ranges', WORDS),
  list('markers', 'Points to compare with', NUMBERS),
  list('marker_labels', 'Names of the points', WORDS),
  list('marker_lines', 'Lines to compare with', NUMBERS),
  list('marker_line_labels', 'Names of the lines', WORDS),
  numberFormatControl('y_axis_format'),
]
