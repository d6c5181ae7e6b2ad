import { choice, flag, formOptions, type ReadOptions } from '../parts/form-options.ts'
import { seriesQueryFields, seriesStyleFields } from '../parts/series-options.ts'

export const BarOptions = formOptions({
  ...seriesQueryFields,
  ...seriesStyleFields,
  orientation: choice('orientation', ['vertical', 'horizontal'], 'vertical'),
  onlyTotal: flag('only_total', true),
})
export type BarOptions = ReadOptions<typeof BarOptions>
