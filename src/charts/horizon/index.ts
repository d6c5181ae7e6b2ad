import { defineChart } from '../chart.ts'
import { periodsQuery } from '../parts/periods.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawHorizon } from './draw.ts'
import { HorizonOptions } from './options.ts'

export const horizon = defineChart({
  id: 'horizon',
  label: RARE_LABELS.horizon,
  options: HorizonOptions,
  canCrossFilter: false,
  query: periodsQuery,
  draw: drawHorizon,
})
