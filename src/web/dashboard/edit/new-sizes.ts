import { isFigureType } from '../../../charts/charts.ts'
import type { LayoutMeta } from '../../../query/dashboard/layout.ts'

/** Columns, and units of eight pixels, in which a kind of chart looks well. */
const FIGURE: LayoutMeta = { width: 3, height: 14 }
const PICTURE: LayoutMeta = { width: 4, height: 37 }
export const TEXT_SIZE: LayoutMeta = { width: 4, height: 20 }

/** The size that a chart is put on a dashboard with. */
export const sizeOfChart = (chartType: string): LayoutMeta => (isFigureType(chartType) ? FIGURE : PICTURE)
