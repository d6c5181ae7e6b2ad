import { defineChart } from '../chart.ts'
import { periodsQuery } from '../parts/periods.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawRose } from './draw.ts'
import { RoseOptions } from './options.ts'

export const rose = defineChart({
  id: 'rose',
  label: RARE_LABELS.rose,
  options: RoseOptions,
  canCrossFilter: true,
  query: periodsQuery,
  draw: drawRose,
})
