import { genericSeries } from './generic-series.ts'
import { scatter } from './line/scatter.ts'
import { mixed } from './mixed/index.ts'
import { pivotTable } from './pivot-table/index.ts'

/** Chart types whose code a browser loads when it meets the first of them. */
export const LATER_CHARTS = [genericSeries, scatter, mixed, pivotTable] as const
