import {
  asNumber,
  field,
  flag,
  formOptions,
  listOf,
  number,
  type Reader,
  type ReadOptions,
  text,
} from '../parts/form-options.ts'
import { columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** Numbers between commas, as they are typed. */
const asNumbers: Reader<readonly number[]> = (value) =>
  typeof value === 'string' ? listOf(asNumber)(value.split(',')) : undefined
const numbers = (wire: string) => field<readonly number[]>(wire, asNumbers, [])

export const GaugeOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  colorScheme: text('color_scheme'),
  min: number('min_val'),
  max: number('max_val'),
  startAngle: number('start_angle', 225),
  endAngle: number('end_angle', -45),
  fontSize: number('font_size', 15),
  numberFormat: text('number_format'),
  currency: currencyField,
  /** What is written around a value. */
  valueText: text('value_formatter', '{value}'),
  showPointer: flag('show_pointer', true),
  showProgress: flag('show_progress', true),
  showTicks: flag('show_axis_tick', false),
  showSplits: flag('show_split_line', false),
  splitNumber: number('split_number', 10),
  isRound: flag('round_cap', false),
  isAnimated: flag('animation', true),
  /** Where a range of the scale ends, and its colour as a place in the scheme, from 1. */
  intervals: numbers('intervals'),
  intervalColors: numbers('interval_color_indices'),
})
export type GaugeOptions = ReadOptions<typeof GaugeOptions>
