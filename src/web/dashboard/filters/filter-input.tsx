import type { FilterInputProps } from './filter-input-props.ts'
import { RangeInput } from './range-input.tsx'
import { SelectInput } from './select-input.tsx'
import { TimeColumnInput } from './time-column-input.tsx'
import { TimeGrainInput } from './time-grain-input.tsx'
import { TimeRangeInput } from './time-range-input.tsx'

/** The input of a filter, as its kind asks. */
export function FilterInput(props: FilterInputProps) {
  switch (props.filter.filterType) {
    case 'filter_select':
      return <SelectInput {...props} />
    case 'filter_range':
      return <RangeInput {...props} />
    case 'filter_time':
      return <TimeRangeInput {...props} />
    case 'filter_timecolumn':
      return <TimeColumnInput {...props} />
    case 'filter_timegrain':
      return <TimeGrainInput {...props} />
  }
}
