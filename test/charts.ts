import { init } from 'echarts'
import type { DrawContext, Frame } from '../src/charts/chart.ts'
import { findAnyChart } from '../src/charts/every-chart.ts'
import { echartsTheme } from '../src/charts/parts/theme.ts'

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: (label) => `#${'abcdef'.at(label.length % 6)}00000`,
  titles: { n: 'Orders' },
  selected: null,
}

/** An answer of columns by name; those that begin with a number are numbers, all others words. */
export function frameOf(columns: Readonly<Record<string, readonly unknown[]>>): Frame {
  const cells = Object.values(columns)
  const generics = cells.map((column) => (typeof column[0] === 'number' ? 0 : 1) as 0 | 1)
  return { names: Object.keys(columns), generics, columns: cells, rowCount: cells[0]?.length ?? 0 }
}

/** What a chart of a saved form makes of an answer, whatever the kind of its drawing. */
export function drawingOf(vizType: string, form: object, answer: Frame, more: Partial<DrawContext> = {}) {
  const chart = findAnyChart(vizType)
  const options = chart?.options.parse(form)
  const drawing = chart?.draw(options, [answer], { ...CONTEXT, ...more })
  if (chart === null || drawing === undefined) throw new Error(vizType)
  return { ...drawing, query: chart.query(options)[0] }
}

/** A chart that is a picture: what it asks, and what is drawn. */
export function pictureOf(vizType: string, form: object, answer: Frame, more: Partial<DrawContext> = {}) {
  const chart = findAnyChart(vizType)
  const options = chart?.options.parse(form)
  const context = { ...CONTEXT, ...more }
  const drawing = chart?.draw(options, [answer], context)
  if (drawing?.kind !== 'echarts') throw new Error(vizType)
  const { width, height } = context
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, width, height })
  view.setOption({ ...drawing.option, animation: false })
  const svg = view.renderToSVGString()
  view.dispose()
  return { ...drawing, svg, option: drawing.option as Record<string, unknown>, query: chart?.query(options)[0] }
}
