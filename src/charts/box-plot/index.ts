import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawBoxPlot } from './draw.ts'
import { BoxPlotOptions } from './options.ts'
import { boxPlotQuery } from './query.ts'

export const boxPlot = defineChart({
  id: 'box_plot',
  label: LATER_LABELS.box_plot,
  options: BoxPlotOptions,
  canCrossFilter: true,
  query: boxPlotQuery,
  draw: drawBoxPlot,
})
