import { asFlag, field, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column, columns } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'

export const HistogramOptions = formOptions({
  ...plainFields,
  column: column('column'),
  groupby: columns('groupby'),
  bins: number('bins', 5),
  isCumulative: field<boolean | null>('cumulative', asFlag, null),
  isNormalized: field<boolean | null>('normalize', asFlag, null),
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  showValue: flag('show_value', false),
  xAxisTitle: text('x_axis_title'),
  yAxisTitle: text('y_axis_title'),
})
export type HistogramOptions = ReadOptions<typeof HistogramOptions>
