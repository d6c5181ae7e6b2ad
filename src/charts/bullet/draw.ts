import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { plotArea, valueAxis } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame } from '../parts/frame.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { STILL } from '../parts/shape-series.ts'
import { shortened } from '../parts/shortened.ts'
import { FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { BulletOptions } from './options.ts'

type Kind = 'range' | 'measure' | 'marker' | 'line'
interface Mark {
  readonly kind: Kind
  readonly name: string
  readonly value: number
  /** Of its kind, from the largest. */
  readonly at: number
}
interface Api {
  coord(point: readonly number[]): readonly number[]
}

const MOST_BAND_PX = 56
const HEAD_PX = 26
const AXIS_PX = 24
const LABEL_PX = 16
/** How much of the band the bar of the figure takes, and the lines to compare with. */
const MEASURE = 0.36
const LINE = 0.68

/** A figure as a bar over ranges, and what it is compared with. */
export function drawBullet(options: BulletOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const label = options.metric === null ? '' : metricLabel(options.metric)
  const title = context.titles[label] ?? label
  const value = toNumber(columnOf(firstFrame(frames), label)[0])
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const marks = value === null ? [] : marksOf(options, title, value)
  const bandPx = Math.max(12, Math.min(MOST_BAND_PX, context.height - HEAD_PX - AXIS_PX - LABEL_PX - 8))
  const top = Math.max(HEAD_PX, (context.height - bandPx - AXIS_PX - LABEL_PX) / 2)
  const all = marks.map((mark) => mark.value)
  return {
    kind: 'echarts',
    summary: summaryOf(title, value, marks, writeValue),
    select: () => null,
    option: {
      grid: plotArea({ top, right: 16, left: 8, bottom: Math.max(4, context.height - top - bandPx - AXIS_PX) }),
      title: {
        show: value !== null,
        text: `${shortened(title, context.width * 0.6)}  {value|${writeValue(value)}}`,
        left: 8,
        top: Math.max(0, top - HEAD_PX),
        padding: 0,
        textStyle: {
          fontFamily: FONT,
          fontSize: 12,
          fontWeight: 'normal',
          color: tokens.text2,
          rich: { value: { fontSize: 15, fontWeight: 600, color: tokens.text } },
        },
      },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const mark = marks[dataIndex]
          if (mark === undefined) return ''
          return tooltipHtml(
            title,
            [{ name: mark.name, value: writeValue(mark.value), color: colorOf(mark, context) }],
            null,
            tokens,
          )
        },
      },
      xAxis: valueAxis(tokens, writeAxis, {
        ...(all.length === 0 ? { min: 0, max: 1 } : {}),
        splitLine: { show: false },
        axisLine: { show: true, lineStyle: { color: tokens.axis } },
      }),
      yAxis: { type: 'value', show: false, min: 0, max: 1 },
      series: [
        {
          type: 'custom',
          id: 'bullet',
          name: title,
          clip: false,
          encode: { x: 1, y: 0 },
          data: marks.map((mark) => ({ name: mark.name, value: [0.5, mark.value] })),
          renderItem: ({ dataIndex }: { readonly dataIndex: number }, api: Api) =>
            elementOf(marks[dataIndex], api, bandPx, context),
        },
      ],
    },
  }
}

/** Ranges lie below, the largest first; where none are given there is one, somewhat longer than the figure. */
function marksOf(options: BulletOptions, title: string, value: number): readonly Mark[] {
  const named = (kind: Kind, values: readonly number[], names: readonly string[]) =>
    values.map((own, at) => ({ kind, name: names[at] || (kind === 'range' ? '–' : title), value: own }))
  const usual = options.ranges.length === 0 ? [value * 1.1] : options.ranges
  const ranges = named('range', usual, options.rangeLabels).toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const others = [
    { kind: 'measure' as const, name: title, value },
    ...named('line', options.lines, options.lineLabels),
    ...named('marker', options.markers, options.markerLabels),
  ]
  return [...ranges.map((range, at) => ({ ...range, at })), ...others.map((mark) => ({ ...mark, at: 0 }))]
}

const RANGE_STEPS = [0.35, 0.6, 0.85, 1]

function colorOf({ kind, at }: Mark, { theme }: DrawContext): string {
  const tokens = tokensOf(theme)
  if (kind === 'range') return fade(tokens.mute, RANGE_STEPS[Math.min(at, RANGE_STEPS.length - 1)] ?? 1)
  return kind === 'measure' ? (tokens.cat[0] ?? '') : tokens.text
}

function elementOf(mark: Mark | undefined, api: Api, bandPx: number, context: DrawContext): object | null {
  if (mark === undefined) return null
  const tokens = tokensOf(context.theme)
  const [x = 0, middle = 0] = api.coord([mark.value, 0.5])
  const zero = api.coord([0, 0.5])[0] ?? 0
  const color = colorOf(mark, context)
  const bar = (share: number) => ({
    ...STILL,
    type: 'rect',
    shape: {
      x: Math.min(zero, x),
      y: middle - (bandPx * share) / 2,
      width: Math.max(1, Math.abs(x - zero)),
      height: bandPx * share,
    },
    style: { fill: color },
  })
  if (mark.kind === 'range') return bar(1)
  if (mark.kind === 'measure') return bar(MEASURE)
  const top = middle - (bandPx * LINE) / 2
  if (mark.kind === 'line')
    return {
      ...STILL,
      type: 'rect',
      shape: { x: x - 1, y: top, width: 2, height: bandPx * LINE },
      style: { fill: color },
    }
  return {
    ...STILL,
    type: 'polygon',
    shape: {
      points: [
        [x, middle - bandPx * 0.32],
        [x - 5, middle - bandPx * 0.32 - 9],
        [x + 5, middle - bandPx * 0.32 - 9],
      ],
    },
    style: { fill: color, stroke: tokens.surface, lineWidth: 1 },
  }
}

function summaryOf(title: string, value: number | null, marks: readonly Mark[], write: NumberFormatter): string {
  if (value === null) return 'Bullet chart without a value.'
  const told = marks.filter(({ kind }) => kind !== 'measure').map((mark) => `${mark.name}: ${write(mark.value)}`)
  return `Bullet chart, ${title}: ${write(value)}. ${told.join('. ')}.`
}
