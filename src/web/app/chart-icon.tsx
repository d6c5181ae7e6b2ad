import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconNumber123,
  IconTable,
} from '@tabler/icons-react'
import { isFigureType } from '../../charts/charts.ts'

/** The small picture of a chart type. */
export function ChartIcon({ type }: { type: string }) {
  if (isFigureType(type)) return <IconNumber123 className="c3" aria-hidden />
  if (type.includes('table')) return <IconTable className="c3" aria-hidden />
  if (type.includes('pie')) return <IconChartDonut className="c3" aria-hidden />
  if (type.includes('area')) return <IconChartArea className="c3" aria-hidden />
  if (type.includes('bar')) return <IconChartBar className="c3" aria-hidden />
  if (/line|timeseries/.test(type)) return <IconChartLine className="c3" aria-hidden />
  return <IconChartHistogram className="c3" aria-hidden />
}
