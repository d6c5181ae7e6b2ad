import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, LINE_PX, labelStyle } from '../parts/axis.ts'
import { readableOn } from '../parts/contrast.ts'
import { firstFrame } from '../parts/frame.ts'
import { colorAt, linearColors } from '../parts/linear-schemes.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { timeInFull } from '../parts/time-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { type Block, blocksOf, type CalendarCell } from './cells.ts'
import type { CalendarOptions } from './options.ts'
import { grainOf } from './query.ts'

const HEAD_PX = 20
const FOOT_PX = 22
const SIDE_PX = 40
const MOST_CELL_PX = 40
const LEGEND_STEP_PX = 10
/** Between the steps of the legend and the values at its ends. */
const GAP = '\u2002'
const STEPS = [2, 20] as const

/** Where a grid lies, in pixels. */
interface Area {
  readonly top: number
  readonly height: number
  readonly width: number
}

interface Scale {
  readonly from: number
  readonly to: number
  readonly colors: readonly string[]
}

export function drawCalendar(options: CalendarOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const blocks = blocksOf(options, firstFrame(frames))
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const writeTime = timeInFull(options.timeFormat, grainOf(options))
  const titleOf = ({ metric }: Block) => context.titles[metric] ?? metric
  const areas = areasOf(blocks, context)
  const metrics = [...new Set(blocks.map(({ metric }) => metric))]
  const scales = new Map(metrics.map((metric) => [metric, scaleOf(options, blocks, metric, context)]))
  const scaleAt = (block: Block) => scales.get(block.metric) ?? { from: 0, to: 1, colors: [] }
  return {
    kind: 'echarts',
    summary: summaryOf(blocks, metrics, writeValue, writeTime),
    select: () => null,
    option: {
      grid: blocks.map((_, at) => gridOf(areas[at])),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (mark: { readonly seriesIndex: number; readonly dataIndex: number; readonly color: string }) => {
          const block = blocks[mark.seriesIndex]
          const cell = block?.cells[mark.dataIndex]
          if (block === undefined || cell === undefined) return ''
          const row = { name: titleOf(block), value: writeValue(cell.value), color: mark.color }
          return tooltipHtml(writeTime(cell.time), [row], null, tokens)
        },
      },
      xAxis: blocks.map((block, at) => columnAxis(block, at, at === blocks.length - 1, tokens)),
      yAxis: blocks.map((block, at) => {
        const name = [...(options.showMetricName ? [titleOf(block)] : []), ...(block.year === null ? [] : [block.year])]
        return rowAxis(block, at, { name: shortened(name.join(', '), context.width / 2), area: areas[at] }, tokens)
      }),
      visualMap: metrics.map((metric) => {
        const own = blocks.flatMap((block, at) => (block.metric === metric ? [at] : []))
        const top = (areas[own[0] ?? 0]?.top ?? HEAD_PX) - HEAD_PX
        return legendOf(options, { seriesIndex: own, top, scale: scales.get(metric), write: writeAxis }, tokens)
      }),
      series: blocks.map((block, at) =>
        seriesOf(options, block, { at, scale: scaleAt(block), write: writeAxis }, tokens),
      ),
    },
  }
}

/** The grids share the height by their rows. */
function areasOf(blocks: readonly Block[], { width, height }: DrawContext): readonly Area[] {
  const rows = blocks.reduce((sum, block) => sum + block.rows.length, 0)
  const room = Math.max(rows, height - FOOT_PX - HEAD_PX * blocks.length)
  const tops = blocks.map((_, at) => {
    const before = blocks.slice(0, at).reduce((sum, block) => sum + block.rows.length, 0)
    return HEAD_PX * (at + 1) + (room * before) / rows
  })
  return blocks.map((block, at) => ({
    top: tops[at] ?? 0,
    height: (room * block.rows.length) / rows,
    width: Math.min(width - SIDE_PX, MOST_CELL_PX * block.columns.length),
  }))
}

const gridOf = (area: Area | undefined) => ({ ...area, left: SIDE_PX, outerBoundsMode: 'none' })

function columnAxis({ columns }: Block, at: number, isLowest: boolean, tokens: ChartTokens) {
  const axis = categoryAxis(tokens, columns.map(String), {
    show: isLowest,
    interval: (place: number) => columns[place] !== '',
  })
  // Names repeat, as in two Januaries; places do not.
  return { ...axis, gridIndex: at, axisLine: { show: false }, data: columns.map((value, id) => ({ value, id })) }
}

function rowAxis(
  { rows }: Block,
  at: number,
  { name, area }: { readonly name: string; readonly area: Area | undefined },
  tokens: ChartTokens,
) {
  const rowPx = (area?.height ?? 0) / Math.max(1, rows.length)
  const every = Math.max(rows.length > 3 && rowPx < 2 * LINE_PX ? 2 : 1, Math.ceil(LINE_PX / Math.max(1, rowPx)))
  const axis = categoryAxis(tokens, rows, { interval: (place: number) => place % every === 0 })
  return {
    ...axis,
    gridIndex: at,
    inverse: true,
    axisLine: { show: false },
    name,
    nameLocation: 'start',
    nameGap: 7,
    nameTextStyle: { ...labelStyle(tokens), color: tokens.text2, align: 'left', padding: [0, 0, 0, 1 - SIDE_PX] },
  }
}

/** The values that have the first and the last colour, and a colour for each step. */
function scaleOf(
  { scheme, steps }: CalendarOptions,
  blocks: readonly Block[],
  metric: string,
  context: DrawContext,
): Scale {
  const cells = blocks.filter((block) => block.metric === metric).flatMap((block) => block.cells)
  const from = cells.reduce((least, { value }) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const most = cells.reduce((so, { value }) => Math.max(so, value), Number.NEGATIVE_INFINITY)
  const count = Math.round(Math.min(STEPS[1], Math.max(STEPS[0], steps ?? STEPS[1])))
  const all = linearColors(scheme, context.theme)
  return { from, to: most, colors: Array.from({ length: count }, (_, at) => colorAt(all, at / (count - 1))) }
}

/** The colour of a value, as the legend cuts the way from the least to the most. */
function stepColor({ from, to, colors }: Scale, value: number): string {
  const step = to === from ? colors.length - 1 : Math.floor(((value - from) / (to - from)) * colors.length)
  return colors[Math.min(colors.length - 1, step)] ?? ''
}

interface LegendRules {
  readonly seriesIndex: readonly number[]
  readonly top: number
  readonly scale: Scale | undefined
  readonly write: (value: number | null) => string
}

function legendOf({ showLegend }: CalendarOptions, rules: LegendRules, tokens: ChartTokens) {
  const { from = 0, to = 1, colors = [] } = rules.scale ?? {}
  // One value alone has the last colour.
  const start = to === from ? from - 1 : from
  const size = (to - start) / Math.max(1, colors.length)
  return {
    type: 'piecewise',
    show: showLegend,
    dimension: 2,
    seriesIndex: [...rules.seriesIndex],
    pieces: colors.map((color, at) => ({
      color,
      ...(at === 0 ? {} : { gte: start + at * size }),
      ...(at === colors.length - 1 ? {} : { lt: start + (at + 1) * size }),
    })),
    orient: 'horizontal',
    top: rules.top,
    right: 0,
    padding: 0,
    itemGap: 1,
    itemWidth: LEGEND_STEP_PX,
    itemHeight: LEGEND_STEP_PX,
    itemSymbol: 'rect',
    showLabel: false,
    selectedMode: false,
    hoverLink: false,
    text: [`${GAP}${rules.write(to)}`, `${rules.write(from)}${GAP}`],
    textGap: 0,
    textStyle: labelStyle(tokens),
  }
}

interface SeriesRules {
  readonly at: number
  readonly scale: Scale
  readonly write: (value: number | null) => string
}

function seriesOf(options: CalendarOptions, { cells }: Block, { at, scale, write }: SeriesRules, tokens: ChartTokens) {
  return {
    type: 'heatmap',
    xAxisIndex: at,
    yAxisIndex: at,
    data: cells.map(({ column, row, value }) => ({
      value: [column, row, value],
      label: { color: readableOn(stepColor(scale, value), tokens.text) },
    })),
    itemStyle: {
      borderColor: tokens.surface,
      borderWidth: (options.cellPadding ?? 2) / 2,
      borderRadius: options.cellRadius ?? 0,
    },
    emphasis: { itemStyle: { borderColor: tokens.text, borderWidth: 1 } },
    label: {
      show: options.showValues,
      fontSize: 11,
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => write(cells[dataIndex]?.value ?? null),
    },
    labelLayout: { hideOverlap: true },
  }
}

function summaryOf(
  blocks: readonly Block[],
  metrics: readonly string[],
  write: (value: number | null) => string,
  writeTime: (ms: number) => string,
): string {
  const told = metrics.flatMap((metric) => {
    const cells = blocks.filter((block) => block.metric === metric).flatMap((block) => block.cells)
    const [first] = cells
    if (first === undefined) return []
    const best = (isBetter: (one: CalendarCell, other: CalendarCell) => boolean) =>
      cells.reduce((a, b) => (isBetter(b, a) ? b : a), first)
    const [least, most] = [best((one, other) => one.value < other.value), best((one, other) => one.value > other.value)]
    const [start, end] = [best((one, other) => one.time < other.time), best((one, other) => one.time > other.time)]
    const range = `${metric}: ${cells.length} cells from ${writeTime(start.time)} to ${writeTime(end.time)}`
    const at = ({ value, time }: CalendarCell) => `${write(value)} at ${writeTime(time)}`
    return [`${range}, lowest ${at(least)}, highest ${at(most)}.`]
  })
  return told.length === 0 ? 'Calendar without rows.' : `Calendar. ${told.join(' ')}`
}
