import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawHeatmap } from './draw.ts'
import { HeatmapOptions } from './options.ts'
import { heatmapQuery } from './query.ts'

export const heatmap = defineChart({
  id: 'heatmap_v2',
  label: LATER_LABELS.heatmap_v2,
  options: HeatmapOptions,
  canCrossFilter: true,
  query: heatmapQuery,
  draw: drawHeatmap,
})
