import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawTree } from './draw.ts'
import { TreeOptions } from './options.ts'
import { treeQuery } from './query.ts'

export const tree = defineChart({
  id: 'tree_chart',
  label: RARE_LABELS.tree_chart,
  options: TreeOptions,
  canCrossFilter: false,
  query: treeQuery,
  draw: drawTree,
})
