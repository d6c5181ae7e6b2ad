import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { LINE_PX, textWidth } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { groupsOf, type PeriodRow, type Periods, periodsOf } from '../parts/periods.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type Shape, STILL, shapeSeries } from '../parts/shape-series.ts'
import { timeAtStart, timeInFull } from '../parts/time-format.ts'
import { type ChartTokens, FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { RoseOptions } from './options.ts'

/** A part of a petal, between two distances from the middle. */
interface Part {
  readonly row: PeriodRow
  readonly time: number
  readonly value: number
  readonly from: number
  readonly to: number
  /** From the top, clockwise. */
  readonly start: number
  readonly end: number
}

const LABEL_PX = 24
/** Around a label that stands beside the circle. */
const SIDE_PX = 10
const STEP_BACK = 0.28
const LISTED = 6
const TURN = 2 * Math.PI

/** A petal for each time, its parts stacked from the middle outwards. */
export function drawRose(options: RoseOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const periods = periodsOf(options, firstFrame(frames), context.titles)
  const names = periods.rows.map(({ name }) => name)
  context.announce?.(names)
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const writeTime = timeInFull(options.timeFormat, options.timeGrain)
  const hasLegend = options.showLegend && names.length > 1
  const top = hasLegend ? LEGEND_HEIGHT : 0
  const middle = { x: context.width / 2, y: top + (context.height - top) / 2 }
  const side = Math.min(context.width / 3, widestOf(labelsOf(options, periods)) + SIDE_PX)
  const radius = Math.max(8, Math.min(context.width / 2 - side, (context.height - top) / 2 - LABEL_PX))
  const parts = partsOf(periods, options.isByArea)
  const partAt = ({ seriesName, dataIndex }: Point) => parts.filter(({ row }) => row.name === seriesName)[dataIndex]
  return {
    kind: 'echarts',
    summary: summaryOf(periods, writeTime, writeValue),
    select: (event) => selectionOf(options, partAt(event)),
    option: {
      legend: hasLegend ? { ...legendAbove(names, tokens), selectedMode: false } : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (point: Point) => tooltipOf(partAt(point), parts, { writeTime, writeValue, context }, tokens),
      },
      series: [
        ...periods.rows.map((row) => {
          const own = parts.filter((part) => part.row === row)
          return shapeSeries(
            row.name,
            own.map((part) => shapeOf(part, { middle, radius }, context)),
            { itemStyle: { color: context.color(row.name) } },
          )
        }),
        labelSeries(options, periods, { middle, radius }, tokens),
      ],
    },
  }
}

interface Point {
  readonly seriesName?: string
  readonly dataIndex: number
}
interface Circle {
  readonly middle: { readonly x: number; readonly y: number }
  readonly radius: number
}

function partsOf({ times, rows }: Periods, isByArea: boolean): readonly Part[] {
  const sums = times.map((_, at) => rows.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0))
  const most = sums.reduce((a, b) => Math.max(a, b), 0) || 1
  const distance = (value: number) => (isByArea ? Math.sqrt(value / most) : value / most)
  return times.flatMap((time, at) => {
    let below = 0
    return rows.flatMap((row): Part[] => {
      const value = Math.max(0, row.values[at] ?? 0)
      const from = below
      below += value
      if (value === 0) return []
      const [start, end] = [(TURN * at) / times.length, (TURN * (at + 1)) / times.length]
      return [{ row, time, value, from: distance(from), to: distance(below), start, end }]
    })
  })
}

function shapeOf(part: Part, { middle, radius }: Circle, context: DrawContext): Shape {
  const tokens = tokensOf(context.theme)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const color = context.color(part.row.name)
  const isFaded = chosen !== null && !part.row.keys.some((key) => chosen.has(String(key)))
  return {
    name: part.row.name,
    value: part.value,
    element: {
      ...STILL,
      type: 'sector',
      shape: {
        cx: middle.x,
        cy: middle.y,
        r0: part.from * radius,
        r: part.to * radius,
        startAngle: part.start - Math.PI / 2,
        endAngle: part.end - Math.PI / 2,
      },
      style: { fill: isFaded ? fade(color, STEP_BACK) : color, stroke: tokens.surface, lineWidth: 1 },
      emphasis: { style: { stroke: tokens.text } },
    },
  }
}

const labelsOf = (options: RoseOptions, { times }: Pick<Periods, 'times'>) =>
  times.map(timeAtStart(options.timeFormat, options.timeGrain))
const widestOf = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, textWidth(text)), 1)

/** The times around the petals, as many as there is room for. */
function labelSeries(options: RoseOptions, { times }: Periods, { middle, radius }: Circle, tokens: ChartTokens) {
  const texts = labelsOf(options, { times })
  const widest = widestOf(texts)
  const every = Math.ceil(times.length / Math.max(1, Math.floor((TURN * radius) / (widest * 0.6 + LINE_PX))))
  const shapes = texts.flatMap((text, at): Shape[] => {
    if (at % every !== 0) return []
    const angle = (TURN * (at + 0.5)) / times.length
    const [x, y] = [Math.sin(angle), -Math.cos(angle)]
    const align = Math.abs(x) < 0.25 ? 'center' : x > 0 ? 'left' : 'right'
    const style = {
      text,
      x: middle.x + x * (radius + 6),
      y: middle.y + y * (radius + 9),
      align,
      verticalAlign: 'middle',
    }
    return [
      {
        name: text,
        value: null,
        element: { ...STILL, type: 'text', style: { ...style, fill: tokens.label, font: `11px ${FONT}` } },
      },
    ]
  })
  return shapeSeries('times', shapes, { silent: true, tooltip: { show: false } })
}

interface TooltipRules {
  readonly context: DrawContext
  writeTime(ms: number): string
  readonly writeValue: NumberFormatter
}

function tooltipOf(
  part: Part | undefined,
  parts: readonly Part[],
  { context, writeTime, writeValue }: TooltipRules,
  tokens: ChartTokens,
): string {
  if (part === undefined) return ''
  const rows = parts
    .filter(({ time }) => time === part.time)
    .map((own) => ({
      name: own.row.name,
      value: writeValue(own.value),
      color: context.color(own.row.name),
      isEmphasised: own === part,
    }))
  return tooltipHtml(writeTime(part.time), rows, null, tokens)
}

function selectionOf(options: RoseOptions, part: Part | undefined): Selection | null {
  const groups = groupsOf(options)
  if (part === undefined || groups.length === 0) return null
  const filters = groups.map((column, at) => ({ column: columnLabel(column), values: [part.row.keys[at] ?? null] }))
  return { filters, label: part.row.name }
}

function summaryOf({ times, rows }: Periods, writeTime: (ms: number) => string, write: NumberFormatter): string {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return 'Rose without rows.'
  const told = rows
    .slice(0, LISTED)
    .map(({ name, values }) => `${name}: ${write(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}`)
  const more = rows.length > LISTED ? ` ${rows.length - LISTED} more.` : ''
  return `Rose, ${times.length} petals from ${writeTime(first)} to ${writeTime(last)}. ${told.join('. ')}.${more}`
}
