import { choice, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const WordCloudOptions = formOptions({
  ...plainFields,
  series: column('series'),
  colorScheme: text('color_scheme'),
  sizeFrom: number('size_from'),
  sizeTo: number('size_to'),
  rotation: choice('rotation', ['flat', 'square', 'random'], 'square'),
  numberFormat: text('number_format'),
  currency: currencyField,
})
export type WordCloudOptions = ReadOptions<typeof WordCloudOptions>
