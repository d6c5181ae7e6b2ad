import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawGauge } from './draw.ts'
import { GaugeOptions } from './options.ts'
import { gaugeQuery } from './query.ts'

export const gauge = defineChart({
  id: 'gauge_chart',
  label: LATER_LABELS.gauge_chart,
  options: GaugeOptions,
  canCrossFilter: true,
  query: gaugeQuery,
  draw: drawGauge,
})
