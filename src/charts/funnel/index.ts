import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawFunnel } from './draw.ts'
import { FunnelOptions } from './options.ts'
import { funnelQuery } from './query.ts'

export const funnel = defineChart({
  id: 'funnel',
  label: LATER_LABELS.funnel,
  options: FunnelOptions,
  canCrossFilter: true,
  query: funnelQuery,
  draw: drawFunnel,
})
