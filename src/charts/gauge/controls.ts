import type { Control } from '../chart.ts'
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  largestFirstControl,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from '../parts/controls.ts'

const toggle = (field: string, label: string, isOn: boolean): Control => ({
  field,
  kind: 'toggle',
  section: 'style',
  label,
  default: isOn,
})
const number = (field: string, label: string, value: number | null, range?: readonly [number, number]): Control => ({
  field,
  kind: 'number',
  section: 'style',
  label,
  default: value,
  ...(range ? { range } : {}),
})

export const gaugeControls: readonly Control[] = [
  metricControl,
  groupbyControl,
  filtersControl,
  rowLimitControl(10),
  largestFirstControl,
  number('min_val', 'Start of the scale', null),
  number('max_val', 'End of the scale', null),
  colorSchemeControl,
  numberFormatControl('number_format'),
  {
    field: 'value_formatter',
    kind: 'text',
    section: 'style',
    label: 'Text of the value',
    help: '{value} stands for the number',
    default: '{value}',
  },
  number('font_size', 'Size of the value', 15, [8, 40]),
  toggle('show_pointer', 'Pointer', true),
  toggle('show_progress', 'Arc up to the value', true),
  toggle('round_cap', 'Round ends', false),
  number('start_angle', 'Angle of the start', 225),
  number('end_angle', 'Angle of the end', -45),
  toggle('show_axis_tick', 'Small marks', false),
  toggle('show_split_line', 'Large marks', false),
  number('split_number', 'Parts of the scale', 10, [1, 30]),
  {
    field: 'intervals',
    kind: 'text',
    section: 'style',
    label: 'Ends of coloured ranges',
    help: 'Numbers with commas between them',
    default: '',
  },
  {
    field: 'interval_color_indices',
    kind: 'text',
    section: 'style',
    label: 'Colours of the ranges',
    help: 'Places in the colours, from 1, with commas between them',
    default: '',
  },
]
