import { formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { firstColumn } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const ChordOptions = formOptions({
  ...plainFields,
  source: firstColumn('groupby'),
  target: firstColumn('columns'),
  colorScheme: text('color_scheme'),
  numberFormat: text('y_axis_format'),
  currency: currencyField,
})
export type ChordOptions = ReadOptions<typeof ChordOptions>
