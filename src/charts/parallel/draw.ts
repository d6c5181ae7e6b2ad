import { columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { labelStyle, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { categoryWriter, columnOf, firstFrame } from '../parts/frame.ts'
import { colorAt, linearColors } from '../parts/linear-schemes.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { shortened } from '../parts/shortened.ts'
import { tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { rangeOf, SCALE_PX, shareOf, valueScale } from '../parts/value-scale.ts'
import type { ParallelOptions } from './options.ts'

/** A row of the answer as a line from axis to axis. */
interface Line {
  readonly name: string
  readonly key: unknown
  readonly values: readonly (number | null)[]
  /** Of the metric for the colours. */
  readonly shade: number | null
}
interface Axis {
  readonly name: string
  readonly label: string
}

const LISTED = 6
/** Room above the axes for their names, below for nothing, and beside for the values on them. */
const HEAD_PX = 34
const FOOT_PX = 12
const SIDE_PX = 44
const MOST_NAME_PX = 140
/** How strong lines are, by how many there are. */
const STRONGEST = 0.75
const FAINTEST = 0.12
const MANY = 8
const STEP_BACK = 0.06

/** A line for each row over an axis for each metric. */
export function drawParallel(options: ParallelOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const axes = axesOf(options, context)
  const lines = linesOf(options, axes, firstFrame(frames))
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, null)
  const shades = lines.flatMap(({ shade }) => shade ?? [])
  const range = rangeOf(shades)
  const colors = linearColors(options.scheme, context.theme).slice(2)
  const hasScale = options.colorMetric !== null && shades.length > 0
  const colorOf = ({ shade }: Line) =>
    hasScale ? (shade === null ? tokens.mute : colorAt(colors, shareOf(shade, range))) : (tokens.cat[0] ?? '')
  const top = hasScale && options.showLegend ? SCALE_PX : 0
  return {
    kind: 'echarts',
    summary: summaryOf(lines, axes, writeValue),
    select: ({ dataIndex }) => selectionOf(options, lines[dataIndex]),
    option: {
      parallel: boxOf(options, lines, context, top),
      parallelAxis: [
        ...axes.map((axis, dim) => metricAxis(axis, dim, { axes, writeAxis }, context)),
        ...nameAxis(options, lines, axes, context),
      ],
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const line = lines[dataIndex]
          if (line === undefined) return ''
          const rows = axes.map(({ name }, at) => ({
            name,
            value: writeValue(line.values[at] ?? null),
            color: colorOf(line),
          }))
          const label = options.colorMetric === null ? null : titleOf(options.colorMetric, context)
          return tooltipHtml(line.name, rows, label === null ? null : `${label}: ${writeValue(line.shade)}`, tokens)
        },
      },
      ...(hasScale
        ? {
            visualMap: {
              ...valueScale({ range, colors, write: writeAxis, isShown: options.showLegend }, tokens),
              dimension: axes.length + 1,
            },
          }
        : {}),
      series: [seriesOf(lines, colorOf, context)],
    },
  }
}

const titleOf = (metric: Metric, { titles }: DrawContext) => titles[metricLabel(metric)] ?? metricLabel(metric)

const axesOf = ({ metrics }: ParallelOptions, context: DrawContext): readonly Axis[] =>
  [...new Map(metrics.map((metric) => [metricLabel(metric), titleOf(metric, context)]))].map(([label, name]) => ({
    label,
    name,
  }))

function linesOf({ series, colorMetric }: ParallelOptions, axes: readonly Axis[], frame: Frame): readonly Line[] {
  const label = series === null ? '' : columnLabel(series)
  const keys = columnOf(frame, label)
  const write = categoryWriter(frame, label)
  const cells = axes.map((axis) => columnOf(frame, axis.label).map(toNumber))
  const shades = columnOf(frame, colorMetric === null ? '' : metricLabel(colorMetric)).map(toNumber)
  return Array.from({ length: frame.rowCount }, (_, row) => ({
    name: series === null ? '' : write(keys[row]),
    key: keys[row],
    values: cells.map((column) => column[row] ?? null),
    shade: shades[row] ?? null,
  }))
}

function boxOf({ hasSeriesAxis }: ParallelOptions, lines: readonly Line[], { width }: DrawContext, top: number) {
  const names = hasSeriesAxis
    ? Math.min(MOST_NAME_PX, width / 3, Math.max(0, ...lines.slice(0, 200).map(({ name }) => textWidth(name))))
    : 0
  return { left: 12, right: hasSeriesAxis ? names + 12 : SIDE_PX, top: top + HEAD_PX, bottom: FOOT_PX }
}

interface AxisRules {
  readonly axes: readonly Axis[]
  readonly writeAxis: NumberFormatter
}

function metricAxis({ name }: Axis, dim: number, { axes, writeAxis }: AxisRules, { theme, width }: DrawContext) {
  const tokens = tokensOf(theme)
  const room = (width - SIDE_PX) / Math.max(1, axes.length - 1)
  const isLast = dim > 0 && dim === axes.length - 1
  return {
    dim,
    name: shortened(name, axes.length < 2 ? width - SIDE_PX : room - 12),
    nameGap: 12,
    nameTextStyle: {
      ...labelStyle(tokens),
      color: tokens.text2,
      align: isLast ? 'right' : dim === 0 ? 'left' : 'center',
      padding: isLast ? [0, 1 - SIDE_PX, 0, 0] : 0,
    },
    type: 'value',
    scale: true,
    splitNumber: 3,
    axisLine: { lineStyle: { color: tokens.axis } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...labelStyle(tokens),
      margin: 5,
      formatter: writeAxis,
      textBorderColor: tokens.surface,
      textBorderWidth: 2,
    },
    areaSelectStyle: { width: 16, borderColor: tokens.accent, color: tokens.accent, opacity: 0.2 },
  }
}

/** The names of the lines at the right, as many as there is room for. */
function nameAxis(
  { hasSeriesAxis }: ParallelOptions,
  lines: readonly Line[],
  axes: readonly Axis[],
  { theme, width }: DrawContext,
) {
  if (!hasSeriesAxis) return []
  const tokens = tokensOf(theme)
  return [
    {
      dim: axes.length,
      name: '',
      type: 'category',
      data: [...new Set(lines.map(({ name }) => name))],
      inverse: true,
      axisLine: { lineStyle: { color: tokens.axis } },
      axisTick: { show: false },
      axisLabel: {
        ...labelStyle(tokens),
        margin: 5,
        interval: 'auto',
        width: Math.min(MOST_NAME_PX, width / 3),
        overflow: 'truncate',
      },
    },
  ]
}

function seriesOf(lines: readonly Line[], colorOf: (line: Line) => string, { selected }: DrawContext) {
  const chosen = selected && selected.length > 0 ? new Set(selected.map(String)) : null
  const strength = Math.min(STRONGEST, Math.max(FAINTEST, MANY / Math.sqrt(Math.max(1, lines.length)) / 2))
  return {
    type: 'parallel',
    id: 'lines',
    smooth: false,
    inactiveOpacity: 0.03,
    activeOpacity: STRONGEST,
    lineStyle: { width: lines.length > 200 ? 1 : 1.5 },
    emphasis: { lineStyle: { width: 2.25, opacity: 1 } },
    data: lines.map((line) => {
      const opacity = chosen !== null && !chosen.has(String(line.key)) ? STEP_BACK : strength
      return {
        name: line.name,
        value: [...line.values.map((value) => value ?? '-'), line.name, line.shade],
        lineStyle: { color: fade(colorOf(line), 1), opacity },
      }
    }),
  }
}

function selectionOf({ series }: ParallelOptions, line: Line | undefined): Selection | null {
  if (series === null || line === undefined) return null
  return { filters: [{ column: columnLabel(series), values: [line.key ?? null] }], label: line.name }
}

function summaryOf(lines: readonly Line[], axes: readonly Axis[], write: NumberFormatter): string {
  if (lines.length === 0) return 'Parallel coordinates without rows.'
  const told = axes.slice(0, LISTED).map(({ name }, at) => {
    const [least, most] = rangeOf(lines.flatMap(({ values }) => values[at] ?? []))
    return `${name}: ${write(least)} to ${write(most)}`
  })
  return `Parallel coordinates, ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} over ${axes.length} axes. ${told.join('. ')}.`
}
