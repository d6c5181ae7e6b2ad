import { formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const SankeyOptions = formOptions({
  ...plainFields,
  source: column('source'),
  target: column('target'),
  numberFormat: text('number_format'),
  currency: currencyField,
})
export type SankeyOptions = ReadOptions<typeof SankeyOptions>
