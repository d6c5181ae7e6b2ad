import { defineChart } from '../chart.ts'
import { periodsQuery } from '../parts/periods.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawPercentChange } from './draw.ts'
import { PercentChangeOptions } from './options.ts'

export const percentChange = defineChart({
  id: 'compare',
  label: RARE_LABELS.compare,
  options: PercentChangeOptions,
  canCrossFilter: true,
  query: periodsQuery,
  draw: drawPercentChange,
})
