import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { LINE_PX, labelStyle, timeAxis } from '../parts/axis.ts'
import { firstFrame } from '../parts/frame.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { type PeriodRow, type Periods, periodsOf, type Value } from '../parts/periods.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type Shape, STILL, shapeSeries } from '../parts/shape-series.ts'
import { shortened } from '../parts/shortened.ts'
import { timeInFull, timeOnAxis } from '../parts/time-format.ts'
import { type ChartTokens, FONT, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import { FOLDS, layersOf } from './layers.ts'
import type { HorizonOptions } from './options.ts'

const AXIS_PX = 24
const GAP_PX = 1
const LEAST_ROW_PX = 12
const NAME_SHARE = 0.5
const LISTED = 6
const MOST_TOLD = 12

interface Line {
  readonly name: string
  readonly values: readonly Value[]
  /** What is drawn of them: the values, or how they have changed since the first. */
  readonly drawn: readonly Value[]
  readonly most: number
}

/** Many courses in little height: each is folded, and deeper colours are further folds. */
export function drawHorizon(options: HorizonOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const periods = periodsOf(options, firstFrame(frames), context.titles)
  const lines = linesOf(options, periods)
  const { writeValue } = valueWriters(options.numberFormat, null)
  const writeTime = timeInFull(options.timeFormat, options.timeGrain)
  const room = Math.max(LEAST_ROW_PX, context.height - AXIS_PX)
  const fits = Math.max(1, Math.floor(room / LEAST_ROW_PX))
  const left = lines.length > fits ? lines.length - (fits - 1) : 0
  const shown = left > 0 ? lines.slice(0, fits - 1) : lines
  const usual = Math.max(LEAST_ROW_PX, options.rowHeight ?? 25)
  const rowPx = Math.min(usual, (room - (left > 0 ? LINE_PX : 0)) / Math.max(1, shown.length))
  const bottom = context.height - AXIS_PX - (left > 0 ? LINE_PX : 0) - rowPx * shown.length
  const axis = timeAxis(tokens, timeOnAxis(options.timeFormat, options.timeGrain))
  return {
    kind: 'echarts',
    summary: summaryOf(lines, periods, writeTime, writeValue),
    select: () => null,
    option: {
      useUTC: true,
      grid: {
        left: 0,
        right: 0,
        top: 0,
        bottom: AXIS_PX + Math.max(0, bottom) + (left > 0 ? LINE_PX : 0),
        outerBoundsMode: 'none',
      },
      title:
        left > 0
          ? {
              show: true,
              text: writing().others(left),
              left: 4,
              top: rowPx * shown.length + AXIS_PX,
              padding: 0,
              textStyle: { ...labelStyle(tokens), fontWeight: 'normal' },
            }
          : { show: false },
      tooltip: tooltipOf(shown, periods.times, { writeTime, writeValue }, tokens),
      xAxis: {
        ...axis,
        axisLabel: { ...axis.axisLabel, alignMinLabel: 'left', alignMaxLabel: 'right' },
        min: periods.times[0],
        max: periods.times.at(-1),
      },
      yAxis: { type: 'value', show: false, min: 0, max: 1 },
      series: [
        shapeSeries(
          'rows',
          shown.map((line, at) => rowOf(line, { at, rowPx, periods }, context)),
          { silent: true, tooltip: { show: false } },
        ),
        // What the tooltip hangs on; nobody sees it.
        {
          type: 'line',
          id: 'times',
          name: 'times',
          data: periods.times.map((time) => [time, 0]),
          showSymbol: false,
          silent: true,
          lineStyle: { opacity: 0 },
        },
      ],
    },
  }
}

function linesOf({ scale }: HorizonOptions, { rows }: Periods): readonly Line[] {
  const drawn = rows.map((row) => (scale === 'change' ? changesOf(row) : row.values))
  const mostOf = (values: readonly Value[]) =>
    values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  const overall = drawn.reduce((most, values) => Math.max(most, mostOf(values)), 0)
  return rows.map(({ name, values }, at) => {
    const own = drawn[at] ?? []
    return { name, values, drawn: own, most: scale === 'overall' ? overall : mostOf(own) }
  })
}

function changesOf({ values }: PeriodRow): readonly Value[] {
  const first = values.find((value) => value !== null) ?? null
  return values.map((value) => (value === null || first === null ? null : value - first))
}

interface Place {
  readonly at: number
  readonly rowPx: number
  readonly periods: Periods
}

function rowOf(
  { name, drawn, most }: Line,
  { at, rowPx, periods: { times } }: Place,
  { width, theme }: DrawContext,
): Shape {
  const tokens = tokensOf(theme)
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 1]
  const xs = times.map((time) => ((time - from) / (to - from || 1)) * width)
  const top = at * rowPx
  const height = rowPx - GAP_PX
  const layers = layersOf(drawn, xs, { most, height }).flatMap(({ fold, isNegative, outlines }) =>
    outlines.map((points) => ({
      ...STILL,
      type: 'polygon',
      shape: { points: points.map(({ x, y }) => [x, top + y]) },
      style: { fill: foldColor(fold, isNegative, tokens) },
    })),
  )
  const ground = { ...STILL, type: 'rect', shape: { x: 0, y: top, width, height }, style: { fill: tokens.band } }
  const label = {
    ...STILL,
    type: 'text',
    style: {
      text: shortened(name, width * NAME_SHARE),
      x: 4,
      y: top + height / 2,
      verticalAlign: 'middle',
      fill: tokens.text,
      font: `11px ${FONT}`,
      stroke: tokens.surface,
      lineWidth: 2,
    },
  }
  return {
    name,
    value: most,
    element: { ...STILL, type: 'group', children: [ground, ...layers, ...(rowPx >= LEAST_ROW_PX ? [label] : [])] },
  }
}

/** Places of the scheme with two ends, from its middle: above zero to one end, below to the other. */
function foldColor(fold: number, isNegative: boolean, { div }: ChartTokens): string {
  const middle = (div.length - 1) / 2
  const step = Math.round(((fold + 1) * middle) / FOLDS)
  return div[isNegative ? middle - step : middle + step] ?? ''
}

interface Writers {
  writeTime(ms: number): string
  readonly writeValue: NumberFormatter
}

function tooltipOf(
  lines: readonly Line[],
  times: readonly number[],
  { writeTime, writeValue }: Writers,
  tokens: ChartTokens,
) {
  interface Point {
    readonly value?: unknown
  }
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: {
      type: 'line',
      lineStyle: { color: tokens.sight, width: 1, type: 'solid', opacity: 0.6 },
      label: { show: false },
    },
    formatter: (input: Point | readonly Point[]) => {
      const [point] = [input].flat() as Point[]
      const [time] = Array.isArray(point?.value) ? point.value : []
      const at = times.indexOf(toNumber(time) ?? Number.NaN)
      if (at < 0) return ''
      const rows = lines.slice(0, MOST_TOLD).map(({ name, values, drawn }) => ({
        name,
        value: writeValue(values[at] ?? null),
        color: foldColor(1, (drawn[at] ?? 0) < 0, tokens),
      }))
      const rest = lines.length - MOST_TOLD
      return tooltipHtml(writeTime(times[at] ?? 0), rows, rest > 0 ? writing().others(rest) : null, tokens)
    },
  }
}

function summaryOf(
  lines: readonly Line[],
  { times }: Periods,
  writeTime: (ms: number) => string,
  write: NumberFormatter,
): string {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return 'Horizon chart without rows.'
  const told = lines
    .slice(0, LISTED)
    .map(({ name, values }) => `${name}: latest ${write(values.findLast((value) => value !== null) ?? null)}`)
  const more = lines.length > LISTED ? ` ${lines.length - LISTED} more.` : ''
  return `Horizon chart, ${lines.length} rows from ${writeTime(first)} to ${writeTime(last)}. ${told.join('. ')}.${more}`
}
