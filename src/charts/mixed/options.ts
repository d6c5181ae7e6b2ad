import {
  asNumber,
  asRecord,
  choice,
  type FormData,
  field,
  flag,
  formOptions,
  number,
  type OptionsReader,
  type ReadOptions,
} from '../parts/form-options.ts'
import { seriesQueryFields, seriesStyleFields } from '../parts/series-options.ts'
import { firstHalf, rightAxis, secondHalf, secondLook } from './halves.ts'

const half = formOptions({
  ...seriesQueryFields,
  ...seriesStyleFields,
  truncateMetric: flag('truncate_metric', false),
  seriesType: choice('seriesType', ['line', 'smooth', 'start', 'middle', 'end', 'bar', 'scatter'], 'line'),
  isArea: flag('area', false),
  opacity: number('opacity'),
  hasMarkers: flag('markerEnabled', false),
  markerSize: number('markerSize', 6),
  stack: field<'Stack' | null>('stack', (value) => (value === true || value === 'Stack' ? 'Stack' : null), null),
  axis: field<0 | 1>('yAxisIndex', (value) => (asNumber(value) === 1 ? 1 : 0), 0),
})
export type MixedHalf = ReadOptions<typeof half>

export interface MixedOptions {
  readonly first: MixedHalf
  readonly second: MixedHalf
}

export const MixedOptions: OptionsReader<MixedOptions> = {
  parse: (form) => {
    const saved = asRecord(form) ?? {}
    return {
      first: halfOf(saved, firstHalf(saved)),
      second: halfOf(saved, { ...secondHalf(saved), ...secondLook(saved) }),
    }
  },
}

/** A half has the format and the bounds of the axis that it stands at. */
function halfOf(saved: FormData, own: FormData): MixedHalf {
  const read = half.parse(own)
  return read.axis === 0 ? read : half.parse({ ...own, ...rightAxis(saved) })
}
