import { init, setPlatformAPI } from 'echarts'
import type { Drawing } from '../../charts/chart.ts'
import { echartsTheme } from '../../charts/parts/theme.ts'
import type { Measure, Size } from './svg.ts'

type EchartsDrawing = Extract<Drawing, { readonly kind: 'echarts' }>

/** Has the library measure texts with the font in which they are drawn. */
export function measureWith(measure: Measure): void {
  setPlatformAPI({
    measureText: (text: string, font?: string) => {
      const size = Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? 12)
      const isBold = /\b(bold|[6-9]00)\b/.test(font ?? '')
      return { width: measure(text, size, isBold) }
    },
  })
}

/** A chart as SVG of a size, without a browser. */
export function echartsSvg({ option }: EchartsDrawing, theme: 'light' | 'dark', { width, height }: Size): string {
  const chart = init(null, echartsTheme(theme), { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
