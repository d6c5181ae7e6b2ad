import {
  asFlag,
  asRecord,
  choice,
  field,
  flag,
  formOptions,
  type ReadOptions,
  recordOf,
  text,
} from '../parts/form-options.ts'
import { texts } from '../parts/form-query-fields.ts'
import { figureFields } from './options.ts'

const asVisibility = (value: unknown) => asFlag(asRecord(value)?.visible)

export const ComparedNumberOptions = formOptions({
  ...figureFields,
  timeCompare: texts('time_compare'),
  startDate: text('start_date_offset'),
  percentFormat: text('percentDifferenceFormat'),
  hasColor: flag('comparison_color_enabled', false),
  /** What a larger figure is: Green is good, Red is bad. */
  colorScheme: choice('comparison_color_scheme', ['Green', 'Red'], 'Green'),
  /** Which of `#`, `△` and `%` are shown. */
  visible: field<Readonly<Record<string, boolean>>>('column_config', recordOf(asVisibility), {}),
})
export type ComparedNumberOptions = ReadOptions<typeof ComparedNumberOptions>
