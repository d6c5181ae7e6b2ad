import { choice, field, flag, formOptions, number, oneOf, type ReadOptions } from '../parts/form-options.ts'
import { seriesQueryFields, seriesStyleFields } from '../parts/series-options.ts'

export const lineFields = {
  ...seriesQueryFields,
  ...seriesStyleFields,
  isArea: flag('area', false),
  /** Of areas, 0 to 1; null is that of the look. */
  opacity: number('opacity'),
  hasMarkers: flag('markerEnabled', false),
  markerSize: number('markerSize', 6),
  seriesType: choice('seriesType', ['line', 'smooth', 'start', 'middle', 'end', 'bar', 'scatter'], 'line'),
} as const

export const LineOptions = formOptions(lineFields)
export type LineOptions = ReadOptions<typeof LineOptions>

/** Areas are stacked unless the form says otherwise. */
export const AreaOptions = formOptions({
  ...lineFields,
  isArea: field<boolean>('area', () => true, true),
  stack: field<'Stack' | 'Stream' | 'Expand' | null>(
    'stack',
    (value) => (value === null ? null : oneOf(['Stack', 'Stream', 'Expand'])(value)),
    'Stack',
  ),
})
