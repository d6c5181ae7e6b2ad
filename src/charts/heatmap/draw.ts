import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, plotArea } from '../parts/axis.ts'
import { readableOn } from '../parts/contrast.ts'
import { categoryText, categoryWriter, firstFrame } from '../parts/frame.ts'
import { colorAt, linearColors } from '../parts/linear-schemes.ts'
import { numberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { timeInFull } from '../parts/time-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { rangeOf, SCALE_PX, shareOf, valueScale } from '../parts/value-scale.ts'
import { type Cell, type HeatmapModel, heatmapModel } from './cells.ts'
import type { HeatmapOptions } from './options.ts'

const percent = numberFormatter(',.1%')

export function drawHeatmap(options: HeatmapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const model = heatmapModel(options, firstFrame(frames))
  const colors = linearColors(options.scheme, context.theme)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const writeX = xWriter(options, model)
  const range = bounded(options, model.cells)
  const [group] = options.groupby
  const writeY = categoryWriter(firstFrame(frames), group ? columnLabel(group) : '', options.timeFormat)
  const [xs, ys] = [model.xs.map(writeX), model.ys.map(writeY)]
  return {
    kind: 'echarts',
    summary: summaryOf(model, xs, ys, writeValue),
    select: ({ dataIndex }) => selectionOf(options, model, model.cells[dataIndex], ys),
    option: {
      grid: plotArea({ top: options.showLegend ? SCALE_PX : 4, right: 4, bottom: 4 }),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex, color }: { readonly dataIndex: number; readonly color: string }) => {
          const cell = model.cells[dataIndex]
          if (cell === undefined) return ''
          const row = { name: ys[cell.y] ?? '', value: writeValue(cell.value), color }
          const foot = options.showShare && cell.share !== null ? percent(cell.share) : null
          return tooltipHtml(xs[cell.x] ?? '', [row], foot, tokens)
        },
      },
      xAxis: { ...categoryAxis(tokens, xs), axisLine: { show: false } },
      yAxis: {
        ...categoryAxis(tokens, ys, { width: 120, overflow: 'truncate' }),
        axisLine: { show: false },
        inverse: true,
      },
      visualMap: valueScale(
        { range, colors, write: writeAxis, isShown: options.showLegend, type: options.legendType },
        tokens,
      ),
      series: [series(options, model.cells, range, colors, writeAxis, tokens)],
    },
  }
}

type Range = readonly [number, number]

/** The values that have the first and the last colour. */
function bounded(options: HeatmapOptions, cells: readonly Cell[]): Range {
  if (options.isNormalized) return [0, 1]
  const [from, to] = rangeOf(cells.map((cell) => cell.value))
  const [least, most] = options.bounds
  return cells.length === 0 && (least == null || most == null) ? [0, 1] : [least ?? from, most ?? to]
}

const colored = ({ isNormalized }: HeatmapOptions, cell: Cell) => (isNormalized ? (cell.rank ?? 0) : cell.value)

function series(
  options: HeatmapOptions,
  cells: readonly Cell[],
  range: Range,
  colors: readonly string[],
  write: (value: number | null) => string,
  tokens: ChartTokens,
) {
  return {
    type: 'heatmap',
    data: cells.map((cell) => {
      const value = colored(options, cell)
      const ground = colorAt(colors, shareOf(value, range))
      return { value: [cell.x, cell.y, value], label: { color: readableOn(ground, tokens.text) } }
    }),
    itemStyle: { borderColor: tokens.surface, borderWidth: 1 },
    emphasis: { itemStyle: { borderColor: tokens.text, borderWidth: 1 } },
    label: {
      show: options.showValues,
      fontSize: 11,
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => write(cells[dataIndex]?.value ?? null),
    },
    labelLayout: { hideOverlap: true },
  }
}

function xWriter({ timeFormat, timeGrain }: HeatmapOptions, { isTime }: HeatmapModel): (value: unknown) => string {
  const write = timeInFull(timeFormat, timeGrain)
  return (value) => (isTime && typeof value === 'number' ? write(value) : categoryText(value))
}

function selectionOf(options: HeatmapOptions, model: HeatmapModel, cell: Cell | undefined, ys: readonly string[]) {
  const [group] = options.groupby
  if (cell === undefined || group === undefined) return null
  return {
    filters: [{ column: columnLabel(group), values: [model.ys[cell.y] ?? null] }],
    label: ys[cell.y] ?? '',
  }
}

function summaryOf(
  { cells }: HeatmapModel,
  xs: readonly string[],
  ys: readonly string[],
  write: (value: number | null) => string,
): string {
  const [first] = cells
  if (first === undefined) return 'Heatmap without rows.'
  const told = (cell: Cell) => `${write(cell.value)} at ${xs[cell.x]}, ${ys[cell.y]}`
  const least = cells.reduce((a, b) => (b.value < a.value ? b : a), first)
  const most = cells.reduce((a, b) => (b.value > a.value ? b : a), first)
  return `Heatmap, ${xs.length} by ${ys.length}. Lowest ${told(least)}, highest ${told(most)}.`
}
