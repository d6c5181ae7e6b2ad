import { choice, flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const TreemapOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  colorScheme: text('color_scheme'),
  showLabels: flag('show_labels', true),
  showUpperLabels: flag('show_upper_labels', true),
  labelType: choice('label_type', ['Key', 'value', 'key_value'], 'key_value'),
  numberFormat: text('number_format'),
  timeFormat: text('date_format'),
  currency: currencyField,
})
export type TreemapOptions = ReadOptions<typeof TreemapOptions>
