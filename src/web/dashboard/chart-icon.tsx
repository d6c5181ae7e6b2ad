import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconNumber123,
  IconTable,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { isFigureType } from '../../charts/charts.ts'

/** The small picture of a chart type. */
export function chartIcon(chartType: string): ReactElement {
  if (isFigureType(chartType)) return <IconNumber123 aria-hidden />
  if (chartType.includes('table')) return <IconTable aria-hidden />
  if (chartType.includes('pie')) return <IconChartDonut aria-hidden />
  if (chartType.includes('area')) return <IconChartArea aria-hidden />
  if (chartType.includes('bar')) return <IconChartBar aria-hidden />
  return /line|timeseries/.test(chartType) ? <IconChartLine aria-hidden /> : <IconChartHistogram aria-hidden />
}
