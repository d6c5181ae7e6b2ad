import { choice, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const FunnelOptions = formOptions({
  ...plainFields,
  groupby: columns('groupby'),
  colorScheme: text('color_scheme'),
  percentOf: choice('percent_calculation_type', ['first_step', 'prev_step', 'total'], 'first_step'),
  showLabels: flag('show_labels', true),
  showLegend: flag('show_legend', false),
  orient: choice('orient', ['vertical', 'horizontal'], 'vertical'),
  sort: choice('sort', ['descending', 'ascending', 'none'], 'descending'),
  gap: number('gap', 0),
  numberFormat: text('number_format'),
  currency: currencyField,
})
export type FunnelOptions = ReadOptions<typeof FunnelOptions>
