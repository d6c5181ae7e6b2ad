import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawSankey } from './draw.ts'
import { SankeyOptions } from './options.ts'
import { sankeyQuery } from './query.ts'

export const sankey = defineChart({
  id: 'sankey_v2',
  label: LATER_LABELS.sankey_v2,
  options: SankeyOptions,
  canCrossFilter: true,
  query: sankeyQuery,
  draw: drawSankey,
})
