import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { type AnnotationPlace, annotationSeries, roomForEvents } from '../parts/annotation-marks.ts'
import { categoryAxis, plotArea } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { expandShares } from '../parts/expand.ts'
import { categoryText } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import type { OneSeries } from '../parts/series-model.ts'
import { type SeriesScene, seriesScene } from '../parts/series-scene.ts'
import { axisTooltip } from '../parts/series-tooltip.ts'
import { seriesSummary } from '../parts/summary.ts'
import type { Places } from '../parts/time-places.ts'
import { yAxisOptions, zoomOptions } from '../parts/value-range.ts'
import type { BarOptions } from './options.ts'
import { placesOf } from './places.ts'
import { rankedBars } from './ranked.ts'

const MANY_BARS = 60

export function drawBar(options: BarOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const isStacked = options.stack !== null
  const scene = expandShares(seriesScene(options, frames, context, isStacked), options.stack === 'Expand')
  const isRanked = options.orientation === 'horizontal' && scene.model.series.length === 1
  const places = placesOf(options, scene, context.width)
  return {
    kind: 'echarts',
    summary: seriesSummary('Bar chart', scene.model, scene.writeX, scene.writeValue),
    select: ({ name, seriesName, dataIndex }) => {
      const row = places.rows[dataIndex]
      const category = row === undefined ? name : categoryText(scene.model.xValues[row])
      return scene.select(
        category,
        scene.model.series.find((one) => one.name === seriesName),
      )
    },
    option: isRanked ? rankedBars(scene, places, context) : barOption(options, scene, places, isStacked, context),
  }
}

function barOption(options: BarOptions, scene: SeriesScene, places: Places, isStacked: boolean, context: DrawContext) {
  const { model, tokens } = scene
  const isLying = options.orientation === 'horizontal'
  const names = model.series.map((one) => one.name)
  const hasLegend = options.showLegend && names.length > 1
  const hasOwnFormat = options.yAxisFormat !== null || options.currency !== null
  const category = { ...categoryAxis(tokens, places.labels, places.labelStyle), inverse: isLying }
  const value = yAxisOptions(options, scene, false)
  const top = roomAbove(options, hasLegend) + (isLying ? 0 : roomForEvents(options.annotations, context))
  return {
    useUTC: true,
    grid: plotArea({ top, right: isLying ? 16 : 4, bottom: options.zoomable ? 32 : 4 }),
    legend: hasLegend ? legendAbove(names, tokens) : { show: false },
    tooltip: {
      ...axisTooltip(scene, { isLine: false, isStacked, hasOwnFormat }, (index) => places.rows[index]),
      axisPointer: { type: 'shadow', shadowStyle: { color: fade(tokens.text, 0.05) } },
    },
    xAxis: isLying ? value : category,
    yAxis: isLying ? category : value,
    series: [
      ...model.series.map((one) => barSeries(options, scene, one, places, isStacked)),
      ...annotationSeries(options.annotations, annotationPlace(scene, places, isLying), context),
    ],
    ...zoomOptions(options.zoomable && !isLying),
  }
}

/** Bars of a time stand on an axis of buckets: what happens in a bucket is marked there. */
function annotationPlace({ tokens }: SeriesScene, { times }: Places, isLying: boolean): AnnotationPlace {
  const sorted = times.toSorted((a, b) => a - b)
  const step = sorted.length < 2 ? Number.POSITIVE_INFINITY : (sorted.at(-1) ?? 0) - (sorted.at(-2) ?? 0)
  const at = (x: number) => {
    const bucket = sorted.findLast((time) => time <= x)
    const isAfter = x >= (sorted.at(-1) ?? 0) + step
    return bucket === undefined || isAfter ? null : times.indexOf(bucket)
  }
  return { tokens, xValues: times, isLying, at }
}

function roomAbove(options: BarOptions, hasLegend: boolean): number {
  const title = options.yAxisTitle ? 16 : 0
  if (hasLegend) return LEGEND_HEIGHT + title
  return (options.showValue ? 18 : 10) + title
}

function barSeries(options: BarOptions, scene: SeriesScene, one: OneSeries, places: Places, isStacked: boolean) {
  const { tokens } = scene
  const color = scene.colorOf(one)
  const data = places.rows.map((row) => {
    const value = row === undefined ? null : (one.values[row] ?? null)
    return row !== undefined && scene.isFaded(one, row) ? { value, itemStyle: { color: fade(color, 0.28) } } : value
  })
  return {
    type: 'bar',
    id: one.name,
    name: one.name,
    stack: isStacked ? 'all' : undefined,
    barMaxWidth: 28,
    barCategoryGap: places.rows.length > MANY_BARS ? 1 : '30%',
    barGap: '8%',
    data,
    large: data.length > 2000,
    emphasis: { focus: isStacked ? 'series' : 'none' },
    itemStyle: { color, borderColor: isStacked ? tokens.surface : undefined, borderWidth: isStacked ? 0.5 : 0 },
    label: options.showValue
      ? valueLabel(scene, one, places, isStacked, options.orientation === 'horizontal')
      : undefined,
    labelLayout: { hideOverlap: true },
  }
}

function valueLabel(scene: SeriesScene, one: OneSeries, places: Places, isStacked: boolean, isLying: boolean) {
  return {
    show: true,
    position: isStacked ? 'inside' : isLying ? 'right' : 'top',
    distance: 3,
    color: isStacked ? undefined : scene.tokens.text2,
    // A number wider than its bar stays legible beside it.
    ...(isStacked && !isLying ? { textBorderColor: 'inherit', textBorderWidth: 2 } : {}),
    fontSize: 11,
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const row = places.rows[dataIndex]
      return row === undefined || one.values[row] == null ? '' : scene.writeAxis(one.values[row] ?? null)
    },
  }
}
