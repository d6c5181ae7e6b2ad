import type { DrawContext } from '../chart.ts'
import { AXIS_LABELS_HEIGHT, plotArea, valueAxis } from './axis.ts'
import { endLabelRoom, endLabels, LEGEND_HEIGHT, legendAbove, MAX_DIRECT_LABELS } from './legend.ts'
import type { NumberFormatter } from './number-format.ts'
import type { Value } from './periods.ts'
import { tokensOf } from './tokens.ts'
import { tooltipBox, tooltipHtml } from './tooltip.ts'

/** A line over the places of an axis. */
export interface CourseLine {
  readonly name: string
  readonly color: string
  readonly width: number
  readonly opacity: number
  readonly values: readonly Value[]
  /** Named at its end or in the legend. */
  readonly isNamed: boolean
}

interface Rules {
  readonly xs: readonly number[]
  readonly lines: readonly CourseLine[]
  readonly xAxis: object
  writeX(x: number): string
  readonly writeAxis: NumberFormatter
  readonly writeValue: NumberFormatter
  readonly hasLegend: boolean
  /** Places that a line lacks are no gaps. */
  readonly isConnected?: boolean
}

const MOST_LISTED = 12
const MOST_SYMBOLS = 1

/** Lines that are no series of one question: of periods laid over each other, or of what is left of a first value. */
export function courseLines(
  { xs, lines, xAxis, writeX, writeAxis, writeValue, hasLegend, isConnected = false }: Rules,
  context: DrawContext,
) {
  const tokens = tokensOf(context.theme)
  const named = lines.filter(({ isNamed }) => isNamed)
  const names = named.map(({ name }) => name)
  const isDirect = hasLegend && names.length > 1 && names.length <= MAX_DIRECT_LABELS && context.width >= 320
  const room = isDirect ? endLabelRoom(names, context.width) : 0
  const isAbove = hasLegend && names.length > MAX_DIRECT_LABELS
  const ends = named.flatMap(({ name, color, values, opacity }) => {
    const last = values.findLastIndex((value) => value !== null)
    const value = values[last]
    return value == null ? [] : [{ name, at: [xs[last], value] as const, color, isFaded: opacity < 1 }]
  })
  return {
    useUTC: true,
    grid: plotArea({ top: isAbove ? LEGEND_HEIGHT : 10, right: room || 12, bottom: 4 }),
    legend: isAbove ? legendAbove(names, tokens) : { show: false },
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'axis',
      axisPointer: {
        type: 'line',
        snap: true,
        lineStyle: { color: tokens.sight, width: 1, type: 'solid', opacity: 0.6 },
        label: { show: false },
      },
      formatter: (input: Point | readonly Point[]) => {
        const [point] = [input].flat() as Point[]
        const at = point === undefined ? -1 : xs.indexOf(Number(point.value[0]))
        const there = lines.filter(({ values }) => values[at] != null).slice(0, MOST_LISTED)
        const rows = there.map((line) => ({
          name: line.name,
          value: writeValue(line.values[at] ?? null),
          color: line.color,
          isLine: true,
          isEmphasised: line.isNamed && named.length < lines.length,
        }))
        return at < 0 ? '' : tooltipHtml(writeX(xs[at] ?? 0), rows, null, tokens)
      },
    },
    xAxis,
    yAxis: { ...valueAxis(tokens, writeAxis), scale: true },
    series: [
      ...lines.map(({ name, color, width, opacity, values }, at) => ({
        type: 'line',
        id: `${name} ${at}`,
        name,
        data: values.map((value, place) => [xs[place] ?? null, value]),
        showSymbol: values.filter((value) => value !== null).length <= MOST_SYMBOLS,
        connectNulls: isConnected,
        lineStyle: { width, color, opacity },
        itemStyle: { color, opacity },
        z: 2 + at / Math.max(1, lines.length),
      })),
      ...(room > 0 ? [endLabels(ends, { room, lowest: context.height - 4 - AXIS_LABELS_HEIGHT }, tokens)] : []),
    ],
  }
}

interface Point {
  readonly value: readonly unknown[]
}
