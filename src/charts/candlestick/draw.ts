import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, plotArea, valueAxis } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { chosenColor } from '../parts/fixed-color.ts'
import { firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { timeInFull } from '../parts/time-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { zoomOptions } from '../parts/value-range.ts'
import { writing } from '../parts/writing.ts'
import { type Candle, type CandleGroup, type CandleModel, candleModel, movingAverage } from './candles.ts'
import { type CandlestickOptions, USUAL_COLORS } from './options.ts'

interface Colors {
  readonly up: string
  readonly down: string
}

/** Candles as wide as this at most. */
const MOST_PX = 16

/** How a value went between opening and closing, and how far it was away in between. */
export function drawCandlestick(options: CandlestickOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const writeTime = timeInFull(options.timeFormat, options.timeGrain)
  const model = candleModel(options, firstFrame(frames), { width: context.width, writeTime })
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const colors: Colors = {
    up: chosenColor(options.increaseColor, USUAL_COLORS.increase, tokens.cat[6] ?? ''),
    down: chosenColor(options.decreaseColor, USUAL_COLORS.decrease, tokens.cat[1] ?? ''),
  }
  const averages = averagesOf(options, model, tokens)
  const hasLegend = options.showLegend && averages.length > 0
  return {
    kind: 'echarts',
    summary: summaryOf(model, writeValue),
    select: () => null,
    option: {
      grid: plotArea({ top: hasLegend ? LEGEND_HEIGHT : 10, right: 4, bottom: options.isZoomable ? 32 : 4 }),
      legend: hasLegend
        ? legendAbove(
            averages.map(({ name }) => name),
            tokens,
          )
        : { show: false },
      tooltip: tooltipOf(options, model, { colors, writeValue }, tokens),
      xAxis: categoryAxis(tokens, model.places.labels, model.places.labelStyle),
      yAxis: valueAxis(tokens, writeAxis, { scale: true }),
      series: [...model.groups.map((group) => candleSeries(options, group, colors)), ...averages],
      ...zoomOptions(options.isZoomable),
    },
  }
}

interface Api {
  coord(point: readonly number[]): readonly number[]
  size(steps: readonly number[]): readonly number[]
}

function candleSeries({ style }: CandlestickOptions, { name, candles }: CandleGroup, { up, down }: Colors) {
  const data = candles.map((candle) =>
    candle === null
      ? { value: ['-', '-', '-', '-'] }
      : { value: [candle.open, candle.close, candle.low, candle.high].map((value) => value ?? '-') },
  )
  if (style === 'ohlc') return tickSeries(name, candles, { up, down })
  return {
    type: 'candlestick',
    id: name || 'candles',
    name,
    barMaxWidth: MOST_PX,
    itemStyle: { color: up, color0: down, borderColor: up, borderColor0: down, borderWidth: 1 },
    emphasis: { itemStyle: { borderWidth: 1.75 } },
    data,
  }
}

/** A line from the lowest to the highest value, with ticks where it opened and closed. */
function tickSeries(name: string, candles: readonly (Candle | null)[], { up, down }: Colors) {
  return {
    type: 'custom',
    id: name || 'candles',
    name,
    clip: true,
    data: candles.map((candle, at) => [
      at,
      candle?.close ?? null,
      candle?.low ?? null,
      candle?.high ?? null,
      candle?.open ?? null,
    ]),
    encode: { x: 0, y: [1, 2, 3, 4] },
    renderItem: ({ dataIndex }: { readonly dataIndex: number }, api: Api) => {
      const candle = candles[dataIndex]
      if (candle == null) return null
      const { open, close, low, high } = candle
      if (open === null || close === null || low === null || high === null) return null
      const half = Math.min(MOST_PX, api.size([1, 0])[0] ?? 0) * 0.35
      const [x = 0, top = 0] = api.coord([dataIndex, high])
      const at = (value: number) => api.coord([dataIndex, value])[1] ?? 0
      const pathData = `M${x} ${top}V${at(low)}M${x - half} ${at(open)}H${x}M${x} ${at(close)}H${x + half}`
      return {
        type: 'path',
        shape: { pathData },
        transition: [],
        style: { stroke: close >= open ? up : down, lineWidth: 1.5, fill: 'none' },
      }
    },
  }
}

function averagesOf({ averages }: CandlestickOptions, { groups }: CandleModel, tokens: ChartTokens) {
  const lines = groups.flatMap((group) =>
    averages.map((period) => ({
      period,
      name: `${group.name ? `${group.name}, ` : ''}${writing().word('Mean of')} ${period}`,
      group,
    })),
  )
  return lines.map(({ name, period, group }, at) => ({
    type: 'line',
    id: name,
    name,
    data: movingAverage(
      group.candles.map((candle) => candle?.close ?? null),
      period,
    ).map((value) => value ?? '-'),
    showSymbol: false,
    lineStyle: { width: 1.25, color: tokens.cat[[0, 3, 4, 2, 5, 8][at % 6] ?? 0] },
    itemStyle: { color: tokens.cat[[0, 3, 4, 2, 5, 8][at % 6] ?? 0] },
  }))
}

interface TooltipRules {
  readonly colors: Colors
  readonly writeValue: NumberFormatter
}
interface Point {
  readonly dataIndex: number
}

function tooltipOf(
  options: CandlestickOptions,
  { titles, groups }: CandleModel,
  rules: TooltipRules,
  tokens: ChartTokens,
) {
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: fade(tokens.text, 0.05) } },
    formatter: (input: Point | readonly Point[]) => {
      const [point] = [input].flat() as Point[]
      const at = point?.dataIndex ?? -1
      const rows = groups.flatMap(({ name, candles }) => rowsOf(options, name, candles[at] ?? null, rules))
      return rows.length === 0 ? '' : tooltipHtml(titles[at] ?? '', rows, null, tokens)
    },
  }
}

function rowsOf(
  options: CandlestickOptions,
  name: string,
  candle: Candle | null,
  { colors, writeValue }: TooltipRules,
) {
  if (candle === null) return []
  const { word } = writing()
  const change = (candle.close ?? 0) - (candle.open ?? 0)
  const color = change >= 0 ? colors.up : colors.down
  const up = options.increaseLabel ?? word('Increase')
  const down = options.decreaseLabel ?? word('Decrease')
  return [
    { name: `${name === '' ? '' : `${name}, `}${word('Opening')}`, value: writeValue(candle.open), color },
    { name: word('Highest'), value: writeValue(candle.high), color },
    { name: word('Lowest'), value: writeValue(candle.low), color },
    { name: word('Closing'), value: writeValue(candle.close), color, isEmphasised: true },
    { name: change >= 0 ? up : down, value: writeValue(change), color },
  ]
}

function summaryOf({ titles, groups }: CandleModel, write: NumberFormatter): string {
  const candles = groups.flatMap((group) => group.candles.flatMap((candle) => candle ?? []))
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined) return 'Candlestick chart without rows.'
  const lows = candles.flatMap(({ low }) => low ?? [])
  const highs = candles.flatMap(({ high }) => high ?? [])
  const [least, most] = [
    lows.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    highs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ]
  const range = `${titles[0]} to ${titles.at(-1)}`
  return `Candlestick chart, ${candles.length} candles from ${range}. Opened at ${write(first.open)}, closed at ${write(last.close)}, lowest ${write(least)}, highest ${write(most)}.`
}
