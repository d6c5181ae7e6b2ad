import { asNumber, field, formOptions, listOf, type ReadOptions, text } from '../parts/form-options.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** A list between commas, as such charts save it. */
const parts = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value.split(',').map((part) => part.trim())
    : Array.isArray(value)
      ? value.map(String)
      : []

const numbers = (wire: string) => field<readonly number[]>(wire, (value) => listOf(asNumber)(parts(value)), [])
const words = (wire: string) => field<readonly string[]>(wire, parts, [])

export const BulletOptions = formOptions({
  ...plainFields,
  ranges: numbers('ranges'),
  rangeLabels: words('range_labels'),
  markers: numbers('markers'),
  markerLabels: words('marker_labels'),
  lines: numbers('marker_lines'),
  lineLabels: words('marker_line_labels'),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
})
export type BulletOptions = ReadOptions<typeof BulletOptions>
