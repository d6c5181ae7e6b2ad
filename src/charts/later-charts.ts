import { pivotTable } from './pivot-table/index.ts'

/** Chart types whose code a browser loads when it meets the first of them. */
export const LATER_CHARTS = [pivotTable] as const
