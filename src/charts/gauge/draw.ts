import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { labelStyle, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { type ChartTokens, FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import type { GaugeOptions } from './options.ts'
import { type GaugePlace, gaugePlaces, NAME_PX } from './places.ts'
import { type Scale, scaleOf } from './scale.ts'

interface Figure {
  readonly name: string
  readonly keys: readonly unknown[]
  readonly value: number | null
}
interface Scene {
  readonly options: GaugeOptions
  readonly scale: Scale
  readonly tokens: ChartTokens
  writeValue(value: number | null): string
  readonly writeEnd: NumberFormatter
  colorOf(figure: Figure): string
}

const LISTED = 6
/** The size of letters whose width `textWidth` tells. */
const LABEL_PX = 11
const ENDS_GAP_PX = 4
const NOTE_PX = 16
/** Smaller gauges have no numbers at the ends of their scale. */
const LEAST_RADIUS_WITH_ENDS = 70

/** Draws a gauge for each group, all with one scale. */
export function drawGauge(options: GaugeOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const figures = figuresOf(options, firstFrame(frames))
  context.announce?.(figures.map(({ name }) => name))
  const scene = sceneOf(options, figures, context)
  const { tokens, writeValue } = scene
  const places = placesOf(options, figures.length, context)
  const hidden = figures.length - places.length
  const label = options.metric === null ? '' : metricLabel(options.metric)
  return {
    kind: 'echarts',
    summary: summaryOf(figures, writeValue),
    select: ({ seriesName }) => selectionOf(options, figures[Number(seriesName)]),
    option: {
      animation: options.isAnimated,
      title: hidden > 0 ? noteOf(writing().others(hidden), tokens) : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ seriesName }: { readonly seriesName: string }) => {
          const figure = figures[Number(seriesName)]
          if (figure === undefined) return ''
          const row = {
            name: context.titles[label] ?? label,
            value: writeValue(figure.value),
            color: scene.colorOf(figure),
          }
          return tooltipHtml(figure.name, [row], null, tokens)
        },
      },
      series: places.map((place, at) => gaugeOf(scene, figures[at] as Figure, place, at)),
    },
  }
}

/** Where some gauges are left out, a line below the others says how many. */
function placesOf(options: GaugeOptions, count: number, { width, height }: DrawContext): readonly GaugePlace[] {
  const room = {
    width,
    height,
    startAngle: options.startAngle ?? 225,
    endAngle: options.endAngle ?? -45,
    hasNames: options.groupby.length > 0,
    hasPointer: options.showPointer,
  }
  const places = gaugePlaces(count, room)
  return places.length === count ? places : gaugePlaces(count, { ...room, height: height - NOTE_PX })
}

function sceneOf(options: GaugeOptions, figures: readonly Figure[], context: DrawContext): Scene {
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const isFaded = ({ keys }: Figure) => chosen !== null && !keys.some((key) => chosen.has(String(key)))
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const around = options.valueText?.includes('{value}') ? options.valueText : '{value}'
  return {
    options,
    scale: scaleOf(
      options,
      figures.flatMap(({ value }) => value ?? []),
      context.theme,
    ),
    tokens: tokensOf(context.theme),
    writeValue: (value) => around.replaceAll('{value}', () => writeValue(value)),
    writeEnd: writeAxis,
    colorOf: (figure) => fade(context.color(figure.name), isFaded(figure) ? 0.28 : 1),
  }
}

function figuresOf(options: GaugeOptions, frame: Frame): readonly Figure[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names)
  const label = options.metric === null ? '' : metricLabel(options.metric)
  return columnOf(frame, label).map((cell, row) => ({
    name: nameOf(row) || label,
    keys: keys.map((key) => key[row]),
    value: toNumber(cell),
  }))
}

function gaugeOf(scene: Scene, figure: Figure, place: GaugePlace, at: number) {
  const { options, scale } = scene
  const { radius } = place
  const thick = Math.round(Math.min(14, Math.max(4, radius * 0.11)))
  const color = scene.colorOf(figure)
  return {
    type: 'gauge',
    id: String(at),
    name: String(at),
    center: [...place.center],
    radius,
    min: scale.min,
    max: scale.max,
    startAngle: options.startAngle,
    endAngle: options.endAngle,
    splitNumber: options.splitNumber,
    axisLine: { roundCap: options.isRound, lineStyle: { width: thick, color: trackOf(scene) } },
    progress: {
      show: options.showProgress && figure.value !== null,
      width: thick,
      roundCap: options.isRound,
      itemStyle: { color },
    },
    pointer: {
      show: options.showPointer && figure.value !== null,
      length: '68%',
      width: Math.max(3, radius * 0.05),
      itemStyle: { color },
    },
    anchor: { show: false },
    ...marksOf(scene, figure, radius, thick),
    title: nameStyle(scene, place),
    detail: figureText(scene, figure, radius),
    data: [{ name: shortened(figure.name, 2 * radius), value: figure.value, itemStyle: { color } }],
  }
}

/** The whole scale: in the colours of its ranges, paler where an arc shows the value. */
function trackOf({ scale, options, tokens }: Scene) {
  if (scale.ranges.length === 0) return [[1, tokens.mute]]
  return scale.ranges.map(({ end, color }) => [end, options.showProgress ? fade(color, 0.35) : color])
}

function marksOf(scene: Scene, figure: Figure, radius: number, thick: number) {
  const { options, scale, tokens, writeEnd } = scene
  const isMarked = options.showTicks || options.showSplits
  const isEnd = (value: number) => value === scale.min || value === scale.max
  const line = { color: tokens.axis, width: 1 }
  return {
    axisTick: { show: options.showTicks, distance: 4, length: 4, lineStyle: line },
    splitLine: { show: options.showSplits, distance: 4, length: 8, lineStyle: line },
    axisLabel: {
      ...labelStyle(tokens),
      show: radius >= LEAST_RADIUS_WITH_ENDS && hasRoomForEnds(scene, figure, radius - thick),
      distance: thick + (isMarked ? 4 : 0),
      formatter: (value: number) => (isMarked || isEnd(value) ? writeEnd(value) : ''),
    },
  }
}

/** The value below a pointer stands between the ends of the scale. */
function hasRoomForEnds({ options, scale, writeValue, writeEnd }: Scene, { value }: Figure, radius: number): boolean {
  if (!options.showPointer) return true
  const text = writeValue(value)
  const half = (textWidth(text) * textSize(options, text, radius)) / LABEL_PX / 2
  const end = Math.max(textWidth(writeEnd(scale.min)), textWidth(writeEnd(scale.max)))
  return half + end + ENDS_GAP_PX <= radius * Math.SQRT1_2
}

function nameStyle({ options, tokens }: Scene, { lowest }: GaugePlace) {
  return {
    show: options.groupby.length > 0,
    offsetCenter: [0, lowest + NAME_PX / 2 + 2],
    color: tokens.text2,
    fontSize: 11,
    fontWeight: 400,
    fontFamily: FONT,
  }
}

/** The size of the value's letters, in pixels: as set, or as large as it fits into the arc. */
function textSize({ fontSize }: GaugeOptions, text: string, radius: number): number {
  const fitting = (LABEL_PX * 1.3 * radius) / Math.max(1, textWidth(text))
  return Math.max(8, Math.round(Math.min((fontSize ?? 15) * 1.35, radius * 0.4, fitting)))
}

/** The value in the middle, or below the pointer, as large as it fits into the arc. */
function figureText({ options, tokens, writeValue }: Scene, { value }: Figure, radius: number) {
  const text = writeValue(value)
  return {
    show: true,
    offsetCenter: [0, options.showPointer ? radius * 0.5 : 0],
    color: tokens.text,
    fontSize: textSize(options, text, radius),
    fontWeight: 600,
    fontFamily: FONT,
    formatter: () => text,
  }
}

const noteOf = (text: string, tokens: ChartTokens) => ({
  show: true,
  text,
  right: 0,
  bottom: 0,
  padding: 0,
  textStyle: { color: tokens.text3, fontSize: 11, fontWeight: 400, fontFamily: FONT },
})

function selectionOf(options: GaugeOptions, figure: Figure | undefined): Selection | null {
  if (figure === undefined || options.groupby.length === 0) return null
  const filters = options.groupby.map((column, at) => ({
    column: columnLabel(column),
    values: [figure.keys[at] ?? null],
  }))
  return { filters, label: figure.name }
}

function summaryOf(figures: readonly Figure[], write: Scene['writeValue']): string {
  if (figures.length === 0) return 'Gauge without rows.'
  const told = figures.slice(0, LISTED).map(({ name, value }) => `${name}: ${write(value)}`)
  const more = figures.length > LISTED ? ` ${figures.length - LISTED} more.` : ''
  return `Gauge, ${figures.length} ${figures.length === 1 ? 'value' : 'values'}. ${told.join('. ')}.${more}`
}
