import { comparedNumber } from './big-number/compared.ts'
import { boxPlot } from './box-plot/index.ts'
import { bubble } from './bubble/index.ts'
import { calendar } from './calendar/index.ts'
import { funnel } from './funnel/index.ts'
import { gauge } from './gauge/index.ts'
import { genericSeries } from './generic-series.ts'
import { heatmap } from './heatmap/index.ts'
import { histogram } from './histogram/index.ts'
import { scatter } from './line/scatter.ts'
import { mixed } from './mixed/index.ts'
import { network } from './network/index.ts'
import { pivotTable } from './pivot-table/index.ts'
import { radar } from './radar/index.ts'
import { sankey } from './sankey/index.ts'
import { sunburst } from './sunburst/index.ts'
import { timeTable } from './time-table/index.ts'
import { treemap } from './treemap/index.ts'
import { waterfall } from './waterfall/index.ts'
import { wordCloud } from './word-cloud/index.ts'

/** Chart types whose code a browser loads when it meets the first of them. */
export const LATER_CHARTS = [
  genericSeries,
  scatter,
  mixed,
  pivotTable,
  histogram,
  heatmap,
  calendar,
  treemap,
  sunburst,
  sankey,
  network,
  funnel,
  bubble,
  boxPlot,
  waterfall,
  wordCloud,
  radar,
  gauge,
  comparedNumber,
  timeTable,
] as const
