import { GridComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { echartsTheme } from '../../charts/parts/theme.ts'
import type { ChartTheme } from '../../charts/parts/tokens.ts'

use([GridComponent, SVGRenderer])

export type { EChartsType }
export type Renderer = 'svg' | 'canvas'

/** The core of the picture library, in a chunk of its own; `chart-echarts-parts.ts` knows the rest. */
export const createPicture = (element: HTMLElement, theme: ChartTheme, renderer: Renderer): EChartsType =>
  init(element, echartsTheme(theme), { renderer })
