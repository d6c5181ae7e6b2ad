import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawButterfly } from './draw.ts'
import { ButterflyOptions } from './options.ts'
import { butterflyQuery } from './query.ts'

export const butterfly = defineChart({
  id: 'butterfly',
  label: RARE_LABELS.butterfly,
  options: ButterflyOptions,
  canCrossFilter: true,
  query: butterflyQuery,
  draw: drawButterfly,
})
