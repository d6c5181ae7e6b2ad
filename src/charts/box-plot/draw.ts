import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { categoryAxis, plotArea, valueAxis } from '../parts/axis.ts'
import { titled } from '../parts/axis-title.ts'
import { categoryLabels } from '../parts/category-labels.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { type NumberFormatter, numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import { type Box, boxesOf } from './boxes.ts'
import type { BoxPlotOptions } from './options.ts'

interface Point {
  readonly seriesName?: string
  readonly dataIndex: number
}
interface Outlier {
  readonly value: number
  readonly box: number
}

const OUTLIERS = 'outliers'
const LISTED = 6
const MANY_BOXES = 60
/** How wide a box is at least and at most. */
const BOX_PX = [3, 36] as const
const count = numberFormatter('full')

/** Draws how the values of each group spread: a box for the half in the middle, whiskers, and points beyond them. */
export function drawBoxPlot(options: BoxPlotOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const boxes = boxesOf(options, firstFrame(frames), context)
  context.announce?.([...new Set(boxes.map(({ measure }) => measure))])
  const outliers = boxes.flatMap((box, at) => box.outliers.map((value) => ({ value, box: at })))
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const boxAt = ({ seriesName, dataIndex }: Point) =>
    boxes[seriesName === OUTLIERS ? (outliers[dataIndex]?.box ?? -1) : dataIndex]
  const names = boxes.map(({ name }) => name)
  return {
    kind: 'echarts',
    summary: summaryOf(boxes, writeValue),
    select: (event) => selectionOf(options, boxAt(event)),
    option: {
      grid: plotArea({
        top: options.yAxisTitle === null ? 10 : 26,
        right: 4,
        bottom: options.xAxisTitle === null ? 4 : 22,
      }),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (point: Point) => {
          const box = boxAt(point)
          const outlier = point.seriesName === OUTLIERS ? outliers[point.dataIndex] : undefined
          return box === undefined ? '' : tooltipOf(box, outlier, writeValue, context.color(box.measure), tokens)
        },
      },
      xAxis: {
        ...categoryAxis(tokens, names, categoryLabels(names.length, context.width)),
        ...titled(options.xAxisTitle, 'middle', tokens),
      },
      yAxis: { ...valueAxis(tokens, writeAxis, { scale: true }), ...titled(options.yAxisTitle, 'end', tokens) },
      series: [boxSeries(boxes, context), outlierSeries(outliers, boxes, context)],
    },
  }
}

function boxSeries(boxes: readonly Box[], context: DrawContext) {
  const isFaded = fadingOf(context)
  return {
    type: 'boxplot',
    id: 'boxes',
    name: 'boxes',
    boxWidth: [...BOX_PX],
    itemStyle: { borderWidth: boxes.length > MANY_BOXES ? 1 : 1.5 },
    emphasis: { itemStyle: { borderWidth: 2, shadowBlur: 0 } },
    data: boxes.map((box) => {
      const color = context.color(box.measure)
      const [fill, line] = isFaded(box) ? [0.06, 0.28] : [0.16, 1]
      return {
        name: box.name,
        value: [box.min, box.q1, box.median, box.q3, box.max],
        itemStyle: { color: fade(color, fill), borderColor: fade(color, line) },
      }
    }),
  }
}

function outlierSeries(outliers: readonly Outlier[], boxes: readonly Box[], context: DrawContext) {
  const isFaded = fadingOf(context)
  return {
    type: 'scatter',
    id: OUTLIERS,
    name: OUTLIERS,
    symbolSize: 5,
    data: outliers.map(({ value, box: at }) => {
      const box = boxes[at]
      const color = context.color(box?.measure ?? '')
      return { value: [at, value], itemStyle: { color: fade(color, box && isFaded(box) ? 0.2 : 0.6) } }
    }),
  }
}

function fadingOf({ selected }: DrawContext): (box: Box) => boolean {
  const chosen = selected && selected.length > 0 ? new Set(selected.map(String)) : null
  return ({ keys }) => chosen !== null && !keys.some((key) => chosen.has(String(key)))
}

function tooltipOf(
  box: Box,
  outlier: Outlier | undefined,
  write: NumberFormatter,
  color: string,
  tokens: ChartTokens,
): string {
  const { word } = writing()
  const figures =
    outlier === undefined
      ? [
          { name: word('Upper whisker'), value: write(box.max) },
          { name: word('Upper quartile'), value: write(box.q3) },
          { name: word('Median'), value: write(box.median), isEmphasised: true },
          { name: word('Mean'), value: write(box.mean) },
          { name: word('Lower quartile'), value: write(box.q1) },
          { name: word('Lower whisker'), value: write(box.min) },
        ]
      : [{ name: word('Outlier'), value: write(outlier.value) }]
  const foot = outlier === undefined ? `${word('Values')}: ${count(box.count)}` : null
  const rows = figures.map((figure) => ({ ...figure, color }))
  return tooltipHtml(box.name, rows, foot, tokens)
}

function selectionOf(options: BoxPlotOptions, box: Box | undefined): Selection | null {
  if (box === undefined || options.groupby.length === 0) return null
  const filters = options.groupby.map((column, at) => ({ column: columnLabel(column), values: [box.keys[at] ?? null] }))
  return { filters, label: box.name }
}

function summaryOf(boxes: readonly Box[], write: NumberFormatter): string {
  if (boxes.length === 0) return 'Box plot without rows.'
  const told = (box: Box) =>
    box.median === null
      ? `${box.name}: no values`
      : `${box.name}: median ${write(box.median)}, half of the values from ${write(box.q1)} to ${write(box.q3)}`
  const more = boxes.length > LISTED ? ` ${boxes.length - LISTED} more.` : ''
  return `Box plot, ${boxes.length} ${boxes.length === 1 ? 'box' : 'boxes'}. ${boxes.slice(0, LISTED).map(told).join('. ')}.${more}`
}
