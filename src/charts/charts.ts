import { bar } from './bar/index.ts'
import { bigNumber, bigNumberTotal } from './big-number/index.ts'
import type { ChartType } from './chart.ts'
import { area, line, smoothLine, stepLine } from './line/index.ts'
import { pie } from './pie/index.ts'
import { table } from './table/index.ts'

/** Every chart type the product has, in the order the gallery shows them. */
export const CHARTS = [line, bar, area, stepLine, smoothLine, pie, table, bigNumberTotal, bigNumber] as const
export type ChartId = (typeof CHARTS)[number]['id']

/** Older names of a chart type, as they stand in saved charts. */
const ALIASES: Readonly<Record<string, ChartId>> = {
  echarts_timeseries: 'echarts_timeseries_line',
  echarts_timeseries_scatter: 'echarts_timeseries_line',
  line: 'echarts_timeseries_line',
  bar: 'echarts_timeseries_bar',
  dist_bar: 'echarts_timeseries_bar',
  area: 'echarts_area',
  'ag-grid-table': 'table',
}

/** The chart type of a `viz_type`, or null for one the product does not draw. */
export function findChart(vizType: string): ChartType<string, unknown> | null {
  const id = Object.hasOwn(ALIASES, vizType) ? ALIASES[vizType] : vizType
  return (
    (CHARTS as readonly unknown[] as readonly ChartType<string, unknown>[]).find((chart) => chart.id === id) ?? null
  )
}
