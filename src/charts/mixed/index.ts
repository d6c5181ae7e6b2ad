import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawMixed } from './draw.ts'
import { MixedOptions } from './options.ts'
import { mixedQuery } from './query.ts'

export const mixed = defineChart({
  id: 'mixed_timeseries',
  label: LATER_LABELS.mixed_timeseries,
  options: MixedOptions,
  canCrossFilter: true,
  query: mixedQuery,
  draw: drawMixed,
})
