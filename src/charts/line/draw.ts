import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { type AnnotationPlace, annotationSeries, roomForEvents } from '../parts/annotation-marks.ts'
import { AXIS_LABELS_HEIGHT, categoryAxis, plotArea, timeAxis, valueAxis } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { expandShares } from '../parts/expand.ts'
import { categoryText } from '../parts/frame.ts'
import {
  endLabelRoom,
  endLabels,
  LEGEND_HEIGHT,
  type LineEnd,
  legendAbove,
  MAX_DIRECT_LABELS,
} from '../parts/legend.ts'
import type { OneSeries } from '../parts/series-model.ts'
import { type SeriesScene, seriesScene } from '../parts/series-scene.ts'
import { axisTooltip } from '../parts/series-tooltip.ts'
import { seriesSummary } from '../parts/summary.ts'
import { timeOnAxis } from '../parts/time-format.ts'
import { yAxisOptions, zoomOptions } from '../parts/value-range.ts'
import type { LineOptions } from './options.ts'

const SAMPLED_FROM = 2000
/** Below lines, and in stacks, unless the chart says otherwise. */
const AREA_OPACITY = 0.2
const STACKED_OPACITY = 0.8
const BAND_OPACITY = 0.2
const VALUE_DOT_PX = 3

export function drawLine(options: LineOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const isStacked = options.stack !== null
  const scene = expandShares(seriesScene(options, frames, context, isStacked), options.stack === 'Expand')
  const names = scene.model.series.filter((one) => !one.isMuted).map((one) => one.name)
  const labels = labelling(options, names, context.width)
  const top =
    (labels.hasLegend ? LEGEND_HEIGHT : 10) +
    (options.yAxisTitle ? 16 : 0) +
    roomForEvents(options.annotations, context)
  const bottom = options.zoomable ? 32 : 4
  const ends = { room: labels.room, lowest: context.height - bottom - AXIS_LABELS_HEIGHT }
  return {
    kind: 'echarts',
    summary: seriesSummary(kindOf(options), scene.model, scene.writeX, scene.writeValue),
    select: (event) =>
      scene.select(
        event.name,
        scene.model.series.find((one) => one.name === event.seriesName),
      ),
    option: {
      useUTC: true,
      grid: plotArea({ top, right: labels.room || 12, bottom }),
      legend: labels.hasLegend ? legendAbove(names, scene.tokens) : { show: false },
      tooltip: {
        ...axisTooltip(scene, {
          isLine: !isStacked,
          isStacked,
          hasOwnFormat: options.yAxisFormat !== null || options.currency !== null,
        }),
        axisPointer: sight(scene),
      },
      xAxis: xAxisOf(options, scene),
      yAxis: yAxisOptions(options, scene, !options.isArea),
      series: [
        ...scene.model.series.flatMap((one) => [
          ...(isStacked ? [] : band(scene, one)),
          lineSeries(options, scene, one),
        ]),
        ...annotationSeries(options.annotations, placeOf(scene), context),
        ...(labels.room > 0 ? [endLabels(lineEnds(scene), ends, scene.tokens)] : []),
      ],
      ...zoomOptions(options.zoomable),
    },
  }
}

function kindOf({ seriesType, isArea }: LineOptions): string {
  if (seriesType === 'scatter') return 'Scatter chart'
  return isArea ? 'Area chart' : 'Line chart'
}

/** Annotations stand at times and numbers; an axis of names has no place for them. */
function placeOf({ tokens, model }: SeriesScene): AnnotationPlace {
  const xValues = model.xKind === 'category' ? [] : model.xValues.flatMap((x) => (x == null ? [] : [Number(x)]))
  return { tokens, xValues, isLying: false, at: (x) => (model.xKind === 'category' ? null : x) }
}

function labelling(options: LineOptions, names: readonly string[], width: number) {
  if (!options.showLegend || names.length < 2) return { room: 0, hasLegend: false }
  const hasEnds = options.seriesType !== 'scatter' && options.stack === null
  const isDirect = names.length <= MAX_DIRECT_LABELS && hasEnds && width >= 320
  return isDirect ? { room: endLabelRoom(names, width), hasLegend: false } : { room: 0, hasLegend: true }
}

function sight({ tokens }: SeriesScene) {
  return {
    type: 'line',
    snap: true,
    lineStyle: { color: tokens.sight, width: 1, type: 'solid', opacity: 0.6 },
    label: { show: false },
  }
}

function xAxisOf(options: LineOptions, scene: SeriesScene) {
  const { tokens, model } = scene
  if (model.xKind === 'time') return timeAxis(tokens, timeOnAxis(options.xAxisTimeFormat, options.timeGrain))
  if (model.xKind === 'number')
    return valueAxis(tokens, (value) => scene.writeX(value), {
      scale: true,
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: tokens.axis } },
    })
  return { ...categoryAxis(tokens, model.xValues.map(categoryText)), boundaryGap: options.seriesType === 'scatter' }
}

function lineSeries(options: LineOptions, scene: SeriesScene, one: OneSeries) {
  const color = scene.colorOf(one)
  const isFaded = scene.isFaded(one)
  const opacity = isFaded ? 0.25 : 1
  const isStacked = options.stack !== null
  return {
    type: options.seriesType === 'scatter' ? 'scatter' : 'line',
    id: one.name,
    name: one.name,
    data: pointsOf(scene, one),
    ...shapeOf(options),
    ...symbolOf(options, one),
    stack: isStacked ? 'all' : undefined,
    connectNulls: false,
    sampling: one.values.length > SAMPLED_FROM && !isStacked ? 'lttb' : undefined,
    z: one.isMuted ? 2 : 3,
    lineStyle: { width: lineWidth(one, isStacked), color, type: one.offset === null ? 'solid' : [4, 3], opacity },
    itemStyle: { color, opacity },
    areaStyle: areaOf(options, color, isFaded),
    label: options.showValue ? valueLabel(scene, one) : undefined,
    labelLayout: options.showValue ? { hideOverlap: true } : undefined,
    silent: one.isMuted,
  }
}

/** What lies between the least and the most that is foreseen: an unseen line, and the rest stacked on it. */
function band(scene: SeriesScene, one: OneSeries): readonly object[] {
  const { band } = one
  if (band === null) return []
  const edge = (name: string, values: readonly (number | null)[], opacity: number) => ({
    type: 'line',
    id: `${one.name} ${name}`,
    name: `${one.name} ${name}`,
    data: pointsOf(scene, { ...one, values }),
    stack: `${one.name} band`,
    stackStrategy: 'all',
    showSymbol: false,
    silent: true,
    z: 1,
    lineStyle: { width: 0 },
    areaStyle: { color: scene.colorOf(one), opacity },
  })
  return [
    edge(
      'from',
      band.map((ends) => ends?.[0] ?? null),
      0,
    ),
    edge(
      'to',
      band.map((ends) => ends && ends[1] - ends[0]),
      BAND_OPACITY,
    ),
  ]
}

function lineEnds(scene: SeriesScene): readonly LineEnd[] {
  const { series, xKind, xValues } = scene.model
  return series.flatMap((one) => {
    const row = one.values.findLastIndex((value) => value !== null)
    const value = one.values[row]
    if (one.isMuted || value == null) return []
    const at = [xKind === 'category' ? row : xValues[row], value] as const
    return [{ name: one.name, at, color: endColor(scene, one), isFaded: scene.isFaded(one) }]
  })
}

/** An earlier time is drawn paler than what it is compared with; its name is not. */
const endColor = (scene: SeriesScene, one: OneSeries) =>
  scene.colorOf(one.offset === null ? one : { ...one, name: one.base, offset: null })

function pointsOf({ model }: SeriesScene, one: OneSeries) {
  return model.xKind === 'category' ? one.values : one.values.map((value, row) => [model.xValues[row], value])
}

/** A value between two gaps has no line: it is shown as a dot. Values that are written stand at dots, small ones unless they are asked for. */
function symbolOf(options: LineOptions, one: OneSeries) {
  const isAlone = one.values.filter((value) => value !== null).length === 1
  const isSmall = options.showValue && !options.hasMarkers && !isAlone && options.seriesType !== 'scatter'
  return {
    showSymbol: options.hasMarkers || isAlone || options.showValue,
    showAllSymbol: options.showValue ? true : undefined,
    symbol: 'circle',
    symbolSize: isSmall ? VALUE_DOT_PX : (options.markerSize ?? 6),
  }
}

function valueLabel(scene: SeriesScene, one: OneSeries) {
  return {
    show: true,
    position: 'top',
    color: scene.tokens.text2,
    fontSize: 11,
    formatter: (point: { dataIndex: number }) => scene.writeAxis(one.values[point.dataIndex] ?? null),
  }
}

function lineWidth(one: OneSeries, isStacked: boolean): number {
  if (isStacked) return 1
  return one.isMuted ? 1.25 : 1.75
}

function shapeOf({ seriesType }: LineOptions) {
  if (seriesType === 'smooth') return { smooth: true }
  if (seriesType === 'start' || seriesType === 'middle' || seriesType === 'end') return { step: seriesType }
  return {}
}

function areaOf(options: LineOptions, color: string, isFaded: boolean) {
  if (!options.isArea && options.stack === null) return undefined
  if (options.stack !== null) return { color, opacity: isFaded ? 0.2 : (options.opacity ?? STACKED_OPACITY) }
  return { color: fade(color, isFaded ? 0.05 : (options.opacity ?? AREA_OPACITY)) }
}
