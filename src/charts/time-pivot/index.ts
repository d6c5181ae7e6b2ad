import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawTimePivot } from './draw.ts'
import { TimePivotOptions } from './options.ts'
import { timePivotQuery } from './query.ts'

export const timePivot = defineChart({
  id: 'time_pivot',
  label: RARE_LABELS.time_pivot,
  options: TimePivotOptions,
  canCrossFilter: false,
  query: timePivotQuery,
  draw: drawTimePivot,
})
