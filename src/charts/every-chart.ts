import { type AnyChart, asCharts, CHARTS, chartAmong } from './charts.ts'
import { LATER_CHARTS } from './later-charts.ts'
import { RARE_CHARTS } from './rare-charts.ts'

const EVERY_CHART = asCharts([...CHARTS, ...LATER_CHARTS, ...RARE_CHARTS])

/** The chart type of a `viz_type`, or null for one the product does not draw. For a server, which loads them all. */
export const findAnyChart = (vizType: string): AnyChart | null => chartAmong(EVERY_CHART, vizType)
