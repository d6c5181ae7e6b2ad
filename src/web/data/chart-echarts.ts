import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { LabelLayout, LegacyGridContainLabel } from 'echarts/features'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import { echartsTheme } from '../../charts/parts/theme.ts'

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
  LabelLayout,
  LegacyGridContainLabel,
  SVGRenderer,
  CanvasRenderer,
])

export type { EChartsType }
export type Renderer = 'svg' | 'canvas'

/** The picture library, in a chunk of its own. */
export const createPicture = (element: HTMLElement, theme: 'light' | 'dark', renderer: Renderer): EChartsType =>
  init(element, echartsTheme(theme), { renderer })
