import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawParallel } from './draw.ts'
import { ParallelOptions } from './options.ts'
import { parallelQuery } from './query.ts'

export const parallel = defineChart({
  id: 'para',
  label: RARE_LABELS.para,
  options: ParallelOptions,
  canCrossFilter: true,
  query: parallelQuery,
  draw: drawParallel,
})
