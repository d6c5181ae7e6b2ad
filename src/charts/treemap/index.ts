import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawTreemap } from './draw.ts'
import { TreemapOptions } from './options.ts'
import { treemapQuery } from './query.ts'

export const treemap = defineChart({
  id: 'treemap_v2',
  label: LATER_LABELS.treemap_v2,
  options: TreemapOptions,
  canCrossFilter: true,
  query: treemapQuery,
  draw: drawTreemap,
})
