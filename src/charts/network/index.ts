import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawNetwork } from './draw.ts'
import { NetworkOptions } from './options.ts'
import { networkQuery } from './query.ts'

export const network = defineChart({
  id: 'graph_chart',
  label: LATER_LABELS.graph_chart,
  options: NetworkOptions,
  canCrossFilter: true,
  query: networkQuery,
  draw: drawNetwork,
})
