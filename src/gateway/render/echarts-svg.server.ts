import { init, setPlatformAPI } from 'echarts'
import type { Drawing } from '../../charts/chart.ts'
import { textWidth } from '../../charts/parts/axis.ts'
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
    chart.setOption({ ...withWholeLegend(withoutThumb(option), { width, height }), animation: false })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

interface WithScroll {
  readonly dataZoom?: readonly { readonly type?: unknown; readonly endValue?: unknown }[]
  readonly yAxis?: { readonly data?: unknown }
}

/** How many rows of a chart a browser shows only when it is scrolled. */
export function rowsBehindScroll({ option }: EchartsDrawing): number {
  const { dataZoom = [], yAxis } = option as WithScroll
  const last = dataZoom.find(({ type }) => type === 'slider')?.endValue
  return typeof last === 'number' && Array.isArray(yAxis?.data) ? Math.max(0, yAxis.data.length - last - 1) : 0
}

/** Nobody can scroll a picture. */
function withoutThumb<T extends object>(option: T): T {
  const { dataZoom } = option as WithScroll
  if (dataZoom === undefined) return option
  return { ...option, dataZoom: dataZoom.map((zoom) => (zoom.type === 'slider' ? { ...zoom, show: false } : zoom)) }
}

const LEGEND_ROW_PX = 24
/** More lines of a legend than this share of the picture leave too little of the chart. */
const MOST_LEGEND_SHARE = 0.3

interface WithLegend {
  readonly legend?: { readonly type?: unknown; readonly data?: unknown; readonly itemGap?: number }
  readonly grid?: { readonly top?: unknown }
}

/** A legend that pages in a browser is written out, in as many lines as it takes, since nobody can turn its pages. */
function withWholeLegend<T extends object>(option: T, { width, height }: Size): T {
  const { legend, grid } = option as WithLegend
  if (legend?.type !== 'scroll' || !Array.isArray(legend.data) || typeof grid?.top !== 'number') return option
  const more = legendLines(legend.data.map(String), legend.itemGap ?? 10, width) - 1
  if (more < 1 || more * LEGEND_ROW_PX > height * MOST_LEGEND_SHARE) return option
  return { ...option, legend: { ...legend, type: 'plain' }, grid: { ...grid, top: grid.top + more * LEGEND_ROW_PX } }
}

const MARK_PX = 14

function legendLines(names: readonly string[], gap: number, width: number): number {
  let lines = 1
  let left = 0
  for (const name of names) {
    const wide = MARK_PX + textWidth(name)
    if (left > 0 && left + wide > width) {
      lines += 1
      left = 0
    }
    left += wide + gap
  }
  return lines
}
