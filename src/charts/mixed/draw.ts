import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, plotArea, timeAxis, valueAxis } from '../parts/axis.ts'
import { categoryText, EMPTY_FRAME } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import type { OneSeries } from '../parts/series-model.ts'
import { type SeriesScene, seriesScene } from '../parts/series-scene.ts'
import { seriesSummary } from '../parts/summary.ts'
import { timeOnAxis } from '../parts/time-format.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { yAxisOptions, zoomOptions } from '../parts/value-range.ts'
import { type Half, mixedSeries } from './marks.ts'
import type { MixedHalf, MixedOptions } from './options.ts'

export function drawMixed(options: MixedOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const first = halfOf('first', options.first, frames[0], context, new Set())
  const taken = new Set(first.scene.model.series.map((one) => one.name))
  const second = halfOf('second', options.second, frames[1], context, taken)
  const halves = [first, second] as const
  const names = halves.flatMap(({ scene }) => scene.model.series.filter((one) => !one.isMuted).map((one) => one.name))
  const hasLegend = options.first.showLegend && names.length > 1
  const { tokens } = first.scene
  const hasTitle = halves.some((half) => half.options.yAxisTitle)
  const isZoomable = options.first.zoomable
  return {
    kind: 'echarts',
    summary: halves.map(summaryOf).join(' '),
    select: ({ name, seriesName }) => {
      const half = halves.find(({ scene }) => scene.model.series.some((one) => one.name === seriesName)) ?? first
      return half.scene.select(
        name,
        half.scene.model.series.find((one) => one.name === seriesName),
      )
    },
    option: {
      useUTC: true,
      grid: plotArea({
        top: (hasLegend ? LEGEND_HEIGHT : 10) + (hasTitle ? 16 : 0),
        right: 4,
        bottom: isZoomable ? 32 : 4,
      }),
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: tooltipOf(halves),
      xAxis: xAxisOf(options.first, halves),
      yAxis: yAxesOf(halves),
      series: halves.flatMap((half) => half.scene.model.series.map((one) => mixedSeries(half, one, xOf(half, halves)))),
      ...zoomOptions(isZoomable),
    },
  }
}

/** The second question says which it is where both have a series of one name. */
function halfOf(
  id: Half['id'],
  options: MixedHalf,
  frame: Frame | undefined,
  context: DrawContext,
  taken: ReadonlySet<string>,
): Half {
  const scene = seriesScene(options, [frame ?? EMPTY_FRAME], context, options.stack !== null)
  const series = scene.model.series.map((one) => (taken.has(one.name) ? { ...one, name: `${one.name} (2)` } : one))
  return { id, options, scene: { ...scene, model: { ...scene.model, series } } }
}

const summaryOf = ({ id, scene }: Half) =>
  seriesSummary(id === 'first' ? 'Mixed chart' : 'Second query', scene.model, scene.writeX, scene.writeValue)

/** The scene whose x-axis both share: the first with rows. */
const leading = ([first, second]: readonly [Half, Half]): SeriesScene =>
  first.scene.model.xValues.length > 0 ? first.scene : second.scene

function xOf({ scene }: Half, halves: readonly [Half, Half]) {
  const isCategory = leading(halves).model.xKind === 'category'
  return (row: number) => (isCategory ? categoryText(scene.model.xValues[row]) : scene.model.xValues[row])
}

function xAxisOf(options: MixedHalf, halves: readonly [Half, Half]) {
  const scene = leading(halves)
  const { tokens, model } = scene
  if (model.xKind === 'time') return timeAxis(tokens, timeOnAxis(options.xAxisTimeFormat, options.timeGrain))
  if (model.xKind === 'number')
    return valueAxis(tokens, (value) => scene.writeX(value), { scale: true, splitLine: { show: false } })
  const names = halves.flatMap((half) => half.scene.model.xValues.map(categoryText))
  return categoryAxis(tokens, [...new Set(names)])
}

/** The axis at the left, and one at the right when a question stands there. */
function yAxesOf(halves: readonly [Half, Half]) {
  const at = (axis: 0 | 1) => halves.filter((half) => half.options.axis === axis)
  const left = axisOf(at(0), halves[0])
  if (at(1).length === 0) return [left]
  return [
    { ...left, show: at(0).length > 0 },
    { ...axisOf(at(1), halves[1]), position: 'right', splitLine: { show: at(0).length === 0 } },
  ]
}

function axisOf(standing: readonly Half[], fallback: Half) {
  const hasValues = ({ scene }: Half) => scene.model.series.some((one) => one.values.some((value) => value !== null))
  const { options, scene } = standing.find(hasValues) ?? standing[0] ?? fallback
  const isFromZero = standing.some((half) => half.options.seriesType === 'bar' || half.options.isArea)
  return yAxisOptions(options, scene, !isFromZero)
}

interface Point {
  readonly seriesId?: string
  readonly dataIndex: number
}

/** Everything at a place of the x-axis, those of the first question first. */
function tooltipOf(halves: readonly [Half, Half]) {
  const { tokens } = halves[0].scene
  const known = new Map<string, { readonly half: Half; readonly one: OneSeries }>(
    halves.flatMap((half) => half.scene.model.series.map((one) => [`${half.id} ${one.name}`, { half, one }] as const)),
  )
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: { type: 'line', lineStyle: { color: tokens.sight, width: 1, type: 'solid', opacity: 0.6 } },
    formatter: (input: Point | readonly Point[]) => {
      const points = Array.isArray(input) ? (input as readonly Point[]) : [input as Point]
      const found = points.flatMap(({ seriesId, dataIndex }) => {
        const entry = known.get(seriesId ?? '')
        return entry ? [{ ...entry, row: dataIndex }] : []
      })
      const [lead] = found
      if (lead === undefined) return ''
      const x = lead.half.scene.model.xValues[lead.row]
      return tooltipHtml(lead.half.scene.writeX(x), found.flatMap(tooltipRow), null, tokens)
    },
  }
}

function tooltipRow({ half, one, row }: { readonly half: Half; readonly one: OneSeries; readonly row: number }) {
  const value = one.values[row] ?? null
  if (value === null) return []
  const isLine = half.options.seriesType !== 'bar' && half.options.seriesType !== 'scatter'
  return [{ name: one.name, value: half.scene.writeValue(value), color: half.scene.colorOf(one), isLine }]
}
