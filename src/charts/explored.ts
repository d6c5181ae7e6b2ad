import { barControls } from './bar/controls.ts'
import { bar } from './bar/index.ts'
import { comparedNumber } from './big-number/compared.ts'
import { bigNumberControls, bigNumberTotalControls, comparedNumberControls } from './big-number/controls.ts'
import { bigNumber, bigNumberTotal } from './big-number/index.ts'
import { boxPlotControls } from './box-plot/controls.ts'
import { boxPlot } from './box-plot/index.ts'
import { bubbleControls } from './bubble/controls.ts'
import { bubble } from './bubble/index.ts'
import { bulletControls } from './bullet/controls.ts'
import { bullet } from './bullet/index.ts'
import { butterflyControls } from './butterfly/controls.ts'
import { butterfly } from './butterfly/index.ts'
import { calendarControls } from './calendar/controls.ts'
import { calendar } from './calendar/index.ts'
import { candlestickControls } from './candlestick/controls.ts'
import { candlestick } from './candlestick/index.ts'
import type { Control } from './chart.ts'
import { type AnyChart, asCharts, type ChartId, chartAmong } from './charts.ts'
import { chordControls } from './chord/controls.ts'
import { chord } from './chord/index.ts'
import { clusterMapControls } from './cluster-map/controls.ts'
import { clusterMap } from './cluster-map/index.ts'
import { countryMapControls } from './country-map/controls.ts'
import { countryMap } from './country-map/index.ts'
import { funnelControls } from './funnel/controls.ts'
import { funnel } from './funnel/index.ts'
import { ganttControls } from './gantt/controls.ts'
import { gantt } from './gantt/index.ts'
import { gaugeControls } from './gauge/controls.ts'
import { gauge } from './gauge/index.ts'
import { genericSeries } from './generic-series.ts'
import { handlebarsControls } from './handlebars/controls.ts'
import { handlebars } from './handlebars/index.ts'
import { heatmapControls } from './heatmap/controls.ts'
import { heatmap } from './heatmap/index.ts'
import { histogramControls } from './histogram/controls.ts'
import { histogram } from './histogram/index.ts'
import { horizonControls } from './horizon/controls.ts'
import { horizon } from './horizon/index.ts'
import { areaControls, genericControls, lineControls, scatterControls, stepControls } from './line/controls.ts'
import { area, line, smoothLine, stepLine } from './line/index.ts'
import { scatter } from './line/scatter.ts'
import { mixedControls } from './mixed/controls.ts'
import { mixed } from './mixed/index.ts'
import { networkControls } from './network/controls.ts'
import { network } from './network/index.ts'
import { parallelControls } from './parallel/controls.ts'
import { parallel } from './parallel/index.ts'
import { partitionControls } from './partition/controls.ts'
import { partition } from './partition/index.ts'
import { percentChangeControls } from './percent-change/controls.ts'
import { percentChange } from './percent-change/index.ts'
import { pieControls } from './pie/controls.ts'
import { pie } from './pie/index.ts'
import { pivotTableControls } from './pivot-table/controls.ts'
import { pivotTable } from './pivot-table/index.ts'
import { pointMapControls } from './point-map/controls.ts'
import { pointMap } from './point-map/index.ts'
import { radarControls } from './radar/controls.ts'
import { radar } from './radar/index.ts'
import { roseControls } from './rose/controls.ts'
import { rose } from './rose/index.ts'
import { sankeyControls } from './sankey/controls.ts'
import { sankey } from './sankey/index.ts'
import { sunburstControls } from './sunburst/controls.ts'
import { sunburst } from './sunburst/index.ts'
import { tTestControls } from './t-test/controls.ts'
import { tTest } from './t-test/index.ts'
import { tableControls } from './table/controls.ts'
import { table } from './table/index.ts'
import { timePivotControls } from './time-pivot/controls.ts'
import { timePivot } from './time-pivot/index.ts'
import { timeTableControls } from './time-table/controls.ts'
import { timeTable } from './time-table/index.ts'
import { treeControls } from './tree/controls.ts'
import { tree } from './tree/index.ts'
import { treemapControls } from './treemap/controls.ts'
import { treemap } from './treemap/index.ts'
import { waterfallControls } from './waterfall/controls.ts'
import { waterfall } from './waterfall/index.ts'
import { wordCloudControls } from './word-cloud/controls.ts'
import { wordCloud } from './word-cloud/index.ts'
import { worldMapControls } from './world-map/controls.ts'
import { worldMap } from './world-map/index.ts'

/** A chart type as Explore offers it: what it is for, and what can be set. */
export interface ExploredChart extends AnyChart {
  readonly id: ChartId
  readonly description: string
  readonly controls: readonly Control[]
}

const shapedControls = lineControls.filter(({ field }) => field !== 'seriesType')

/** Every chart type the product has, in the order the gallery shows them. */
export const EXPLORED_CHARTS: readonly ExploredChart[] = [
  explored(line, 'Change over time', lineControls),
  explored(bar, 'Compare groups', barControls),
  explored(area, 'Parts over time', areaControls),
  explored(stepLine, 'State that jumps', stepControls),
  explored(smoothLine, 'Change, rounded', shapedControls),
  explored(scatter, 'Points, not lines', scatterControls),
  explored(genericSeries, 'Lines, bars or points', genericControls),
  explored(mixed, 'Two questions, two axes', mixedControls),
  explored(pie, 'Two to five parts', pieControls),
  explored(histogram, 'Shape of one measure', histogramControls),
  explored(boxPlot, 'Spread by group', boxPlotControls),
  explored(heatmap, 'Two groups, a value', heatmapControls),
  explored(calendar, 'Days at a glance', calendarControls),
  explored(treemap, 'Parts of parts', treemapControls),
  explored(sunburst, 'Nested parts', sunburstControls),
  explored(sankey, 'Where it flows', sankeyControls),
  explored(network, 'Who is linked to whom', networkControls),
  explored(funnel, 'Loss between steps', funnelControls),
  explored(waterfall, 'How a sum arises', waterfallControls),
  explored(radar, 'Profiles side by side', radarControls),
  explored(bubble, 'Three measures', bubbleControls),
  explored(wordCloud, 'Most used words', wordCloudControls),
  explored(worldMap, 'Values by country', worldMapControls),
  explored(countryMap, 'Values by state', countryMapControls),
  explored(parallel, 'Many measures at once', parallelControls),
  explored(candlestick, 'Open, close, high, low', candlestickControls),
  explored(gantt, 'From start to end', ganttControls),
  explored(tree, 'Who is above whom', treeControls),
  explored(bullet, 'A figure against ranges', bulletControls),
  explored(butterfly, 'Two sides of each group', butterflyControls),
  explored(rose, 'A petal for each time', roseControls),
  explored(partition, 'Parts beside their groups', partitionControls),
  explored(chord, 'What goes between places', chordControls),
  explored(timePivot, 'Weeks over each other', timePivotControls),
  explored(horizon, 'Many courses in little room', horizonControls),
  explored(percentChange, 'Since a common start', percentChangeControls),
  explored(tTest, 'Chance or not', tTestControls),
  explored(handlebars, 'Rows in words of your own', handlebarsControls),
  explored(pointMap, 'Points on land', pointMapControls),
  explored(clusterMap, 'Many points, close as one', clusterMapControls),
  explored(table, 'Exact figures', tableControls),
  explored(pivotTable, 'Across and down', pivotTableControls),
  explored(timeTable, 'Rows and their course', timeTableControls),
  explored(bigNumberTotal, 'One figure', bigNumberTotalControls),
  explored(gauge, 'Figure in a range', gaugeControls),
  explored(bigNumber, 'Figure and trend', bigNumberControls),
  explored(comparedNumber, 'Figure and one before', comparedNumberControls),
]

/** The chart type of a `viz_type` with what can be set, or null for one the product does not draw. */
export const findExplored = (vizType: string): ExploredChart | null => chartAmong(EXPLORED_CHARTS, vizType)

function explored(chart: { readonly id: ChartId }, description: string, controls: readonly Control[]): ExploredChart {
  const [one] = asCharts([chart])
  return { ...(one as AnyChart), id: chart.id, description, controls }
}
