import { formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { periodFields } from '../parts/period-fields.ts'

export const TTestOptions = formOptions({
  ...periodFields,
  significance: number('significance_level', 0.05),
  pDigits: number('pvalue_precision', 6),
  liftDigits: number('liftvalue_precision', 4),
  control: text('control_group'),
})
export type TTestOptions = ReadOptions<typeof TTestOptions>
