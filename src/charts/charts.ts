import { bar } from './bar/index.ts'
import { bigNumber, bigNumberTotal } from './big-number/index.ts'
import type { ChartType } from './chart.ts'
import type { LATER_CHARTS } from './later-charts.ts'
import { area, line, smoothLine, stepLine } from './line/index.ts'
import { pie } from './pie/index.ts'
import type { RARE_CHARTS } from './rare-charts.ts'
import { table } from './table/index.ts'

export type AnyChart = ChartType<string, unknown>

/** The types that a browser has from the start. */
export const CHARTS = [line, bar, area, stepLine, smoothLine, pie, table, bigNumberTotal, bigNumber] as const
export type ChartId = (typeof CHARTS | typeof LATER_CHARTS | typeof RARE_CHARTS)[number]['id']

/** Older names of a chart type, as they stand in saved charts. */
const ALIASES: Readonly<Record<string, ChartId>> = {
  line: 'echarts_timeseries_line',
  bar: 'echarts_timeseries_bar',
  dist_bar: 'echarts_timeseries_bar',
  area: 'echarts_area',
  'ag-grid-table': 'table',
  point_cluster_map: 'mapbox',
}

let later: readonly AnyChart[] = []
let rare: readonly AnyChart[] | null = null

/** Loads a type that a browser does not have from the start, and others with it. Rejects when the code does not come. */
export async function loadLaterCharts(vizType: string): Promise<void> {
  later = asCharts((await import('./later-charts.ts')).LATER_CHARTS)
  if (!isLookedUp(vizType)) rare = asCharts((await import('./rare-charts.ts')).RARE_CHARTS)
}

/** False for a type that may be known once `loadLaterCharts` has come to its end; what has no name is none. */
export const isLookedUp = (vizType: string): boolean => vizType === '' || rare !== null || findChart(vizType) !== null

/** The chart type of a `viz_type`; null for one that the product does not draw, or whose code is not loaded. */
export const findChart = (vizType: string): AnyChart | null =>
  chartAmong([...asCharts(CHARTS), ...later, ...(rare ?? [])], vizType)

/** The chart type of a `viz_type` or of an older name of it. */
export function chartAmong<T extends { readonly id: string }>(charts: readonly T[], vizType: string): T | null {
  const id = Object.hasOwn(ALIASES, vizType) ? ALIASES[vizType] : vizType
  return charts.find((chart) => chart.id === id) ?? null
}

/** True for types that show a figure rather than a picture. */
export const isFigureType = (vizType: string): boolean => vizType.includes('big_number') || vizType === 'pop_kpi'

/** Types with the options that each reads for itself, as types of which nobody knows the options. */
export const asCharts = (charts: readonly unknown[]) => charts as readonly AnyChart[]
