import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawGantt } from './draw.ts'
import { GanttOptions } from './options.ts'
import { ganttQuery } from './query.ts'

export const gantt = defineChart({
  id: 'gantt_chart',
  label: RARE_LABELS.gantt_chart,
  options: GanttOptions,
  canCrossFilter: true,
  query: ganttQuery,
  draw: drawGantt,
})
