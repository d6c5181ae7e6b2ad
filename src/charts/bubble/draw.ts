import { columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { labelStyle, plotArea, valueAxis } from '../parts/axis.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { BubbleOptions } from './options.ts'

interface Bubble {
  readonly entity: string
  readonly key: unknown
  readonly series: string
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Pixels across of the smallest bubble, and of the largest for each step of its setting. */
const LEAST_PX = 5
const PX_PER_STEP = 2

export function drawBubble(options: BubbleOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const bubbles = bubblesOf(options, firstFrame(frames))
  const groups = [...Map.groupBy(bubbles, (bubble) => bubble.series)]
  const names = groups.map(([name]) => name)
  context.announce?.(names)
  const most = bubbles.reduce((max, bubble) => Math.max(max, Math.abs(bubble.size)), 0)
  const hasLegend = options.showLegend && names.length > 1
  const titleOf = (metric: Metric | null) => {
    const label = metric === null ? '' : metricLabel(metric)
    return context.titles[label] ?? label
  }
  const titles = {
    x: options.xTitle ?? titleOf(options.x),
    y: options.yTitle ?? titleOf(options.y),
    size: titleOf(options.size),
  }
  const found = (seriesName: string | undefined, dataIndex: number) =>
    groups.find(([name]) => name === seriesName)?.[1][dataIndex]
  return {
    kind: 'echarts',
    summary: summaryOf(bubbles, titles),
    select: ({ seriesName, dataIndex }) => selectionOf(options, found(seriesName, dataIndex)),
    option: {
      grid: plotArea({ top: (hasLegend ? LEGEND_HEIGHT : 10) + 16, right: 12, bottom: 24 }),
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: tooltipOf(options, titles, found, tokens),
      xAxis: { ...axisOf(options, 'x', tokens), name: titles.x, nameLocation: 'middle', nameGap: 24 },
      yAxis: { ...axisOf(options, 'y', tokens), name: titles.y, nameLocation: 'end', nameGap: 8 },
      series: groups.map(([name, own]) => ({
        type: 'scatter',
        id: name,
        name,
        data: own.map((bubble) => [bubble.x, bubble.y, bubble.size]),
        symbolSize: ([, , size = 0]: readonly number[]) => diameter(size, most, options.maxSize ?? 25),
        itemStyle: {
          color: context.color(name),
          opacity: options.opacity ?? 0.6,
          borderColor: tokens.surface,
          borderWidth: 0.5,
        },
        emphasis: { focus: 'series' },
      })),
    },
  }
}

/** The area of a bubble says its size. */
const diameter = (size: number, most: number, steps: number) =>
  most === 0 ? LEAST_PX : Math.max(LEAST_PX, Math.sqrt(Math.abs(size) / most) * steps * PX_PER_STEP)

function bubblesOf(options: BubbleOptions, frame: Frame): readonly Bubble[] {
  const cells = (metric: Metric | null) => columnOf(frame, metric === null ? '' : metricLabel(metric)).map(toNumber)
  const groupOf = (columns: BubbleOptions['entity']) => groupWriter(frame, columns.map(columnLabel))
  const [entity, series] = [groupOf(options.entity), groupOf(options.series)]
  const keys = options.entity.slice(0, 1).flatMap((column) => columnOf(frame, columnLabel(column)))
  const [xs, ys, sizes] = [cells(options.x), cells(options.y), cells(options.size)]
  return xs.flatMap((x, row) => {
    const y = ys[row]
    if (x == null || y == null) return []
    const key = keys[row] ?? null
    return [
      {
        entity: entity(row),
        key,
        series: series(row) || 'All',
        x,
        y,
        size: sizes[row] ?? 0,
      },
    ]
  })
}

function axisOf(options: BubbleOptions, side: 'x' | 'y', tokens: ChartTokens) {
  const isX = side === 'x'
  const [least = null, most = null] = isX ? options.xBounds : options.yBounds
  const { writeAxis } = valueWriters(isX ? options.xFormat : options.yFormat, null)
  return valueAxis(tokens, writeAxis, {
    ...((isX ? options.isXLog : options.isYLog) ? { type: 'log' } : {}),
    scale: isX ? options.mayXLeaveZero : options.mayYLeaveZero,
    ...(least === null ? {} : { min: least }),
    ...(most === null ? {} : { max: most }),
    nameTextStyle: { ...labelStyle(tokens), ...(isX ? {} : { align: 'left' }) },
  })
}

interface Titles {
  readonly x: string
  readonly y: string
  readonly size: string
}

function tooltipOf(
  options: BubbleOptions,
  titles: Titles,
  found: (seriesName: string | undefined, dataIndex: number) => Bubble | undefined,
  tokens: ChartTokens,
) {
  const writeX = valueWriters(options.xFormat, null).writeValue
  const writeY = valueWriters(options.yFormat, null).writeValue
  const writeSize = valueWriters(options.sizeFormat, null).writeValue
  return {
    ...tooltipBox(tokens),
    trigger: 'item',
    formatter: (point: { readonly seriesName?: string; readonly dataIndex: number; readonly color: string }) => {
      const bubble = found(point.seriesName, point.dataIndex)
      if (bubble === undefined) return ''
      const { color } = point
      const rows = [
        { name: titles.x, value: writeX(bubble.x), color },
        { name: titles.y, value: writeY(bubble.y), color },
        { name: titles.size, value: writeSize(bubble.size), color },
      ]
      return tooltipHtml(bubble.entity, rows, bubble.series === 'All' ? null : bubble.series, tokens)
    },
  }
}

function selectionOf(options: BubbleOptions, bubble: Bubble | undefined): Selection | null {
  const [column] = options.entity
  if (bubble === undefined || column === undefined) return null
  return { filters: [{ column: columnLabel(column), values: [bubble.key] }], label: bubble.entity }
}

function summaryOf(bubbles: readonly Bubble[], titles: Titles): string {
  if (bubbles.length === 0) return 'Bubble chart without rows.'
  const largest = bubbles.reduce((a, b) => (b.size > a.size ? b : a))
  return `Bubble chart, ${bubbles.length} points, ${titles.x} and ${titles.y}. Largest ${titles.size}: ${largest.entity}.`
}
