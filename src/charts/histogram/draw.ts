import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { categoryAxis, plotArea, valueAxis } from '../parts/axis.ts'
import { titled } from '../parts/axis-title.ts'
import { fade } from '../parts/color-schemes.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { numberFormatter, SMART_NUMBER, toNumber } from '../parts/number-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { HistogramOptions } from './options.ts'

interface Group {
  /** Two groups may have one name, as no value and a text that says so. */
  readonly id: string
  readonly name: string
  readonly counts: readonly (number | null)[]
}
interface Point {
  readonly seriesName?: string
  readonly dataIndex: number
}

const edge = numberFormatter(SMART_NUMBER)

export function drawHistogram(options: HistogramOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const frame = firstFrame(frames)
  const keys = options.groupby.map(columnLabel)
  const bins = frame.names.filter((name) => !keys.includes(name))
  const groups = groupsOf(options, frame, bins, context)
  context.announce?.(groups.map(({ name }) => name))
  const write = numberFormatter(options.isNormalized === true ? ',.1%' : 'full')
  const labels = bins.map(binLabel)
  const hasLegend = options.showLegend && groups.length > 1
  const names = groups.map(({ name }) => name)
  return {
    kind: 'echarts',
    summary: `Histogram, ${bins.length} bins${bins.length > 0 ? ` from ${labels[0]} to ${labels.at(-1)}` : ''}. ${names.join(', ')}.`,
    select: () => null,
    option: {
      grid: plotArea({
        top: (hasLegend ? LEGEND_HEIGHT : 12) + (options.yAxisTitle ? 16 : 0),
        right: 4,
        bottom: options.xAxisTitle ? 22 : 4,
      }),
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: tooltipOf(groups, labels, write, context, tokens),
      xAxis: { ...categoryAxis(tokens, labels), ...titled(options.xAxisTitle, 'middle', tokens) },
      yAxis: {
        ...valueAxis(tokens, options.isNormalized === true ? numberFormatter(',.0%') : edge),
        ...titled(options.yAxisTitle, 'end', tokens),
      },
      series: groups.map((group) => bars(options, group, context.color(group.name), groups.length, write, tokens)),
    },
  }
}

function groupsOf(
  options: HistogramOptions,
  frame: Frame,
  bins: readonly string[],
  { titles }: DrawContext,
): readonly Group[] {
  const nameOf = groupWriter(frame, options.groupby.map(columnLabel))
  const counts = bins.map((bin) => columnOf(frame, bin))
  const own = options.column === null ? '' : columnLabel(options.column)
  return Array.from({ length: frame.rowCount }, (_, row) => {
    const name = nameOf(row) || titles[own] || own
    return { id: `${row} ${name}`, name, counts: counts.map((column) => toNumber(column[row])) }
  })
}

function bars(
  { showValue }: HistogramOptions,
  { id, name, counts }: Group,
  color: string,
  groupCount: number,
  write: (value: number | null) => string,
  tokens: ChartTokens,
) {
  return {
    type: 'bar',
    id,
    name,
    data: counts,
    barMaxWidth: 2000,
    barCategoryGap: groupCount === 1 ? 1 : '18%',
    barGap: '4%',
    itemStyle: { color },
    label: showValue
      ? {
          show: true,
          position: 'top',
          color: tokens.text2,
          fontSize: 11,
          formatter: ({ dataIndex }: Point) => write(counts[dataIndex] ?? null),
        }
      : undefined,
    labelLayout: { hideOverlap: true },
  }
}

function tooltipOf(
  groups: readonly Group[],
  labels: readonly string[],
  write: (value: number | null) => string,
  context: DrawContext,
  tokens: ChartTokens,
) {
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: fade(tokens.text, 0.05) } },
    formatter: (input: Point | readonly Point[]) => {
      const points = Array.isArray(input) ? (input as readonly Point[]) : [input as Point]
      const bin = points[0]?.dataIndex ?? 0
      const rows = groups.map(({ name, counts }) => ({
        name,
        value: write(counts[bin] ?? null),
        color: context.color(name),
      }))
      return tooltipHtml(labels[bin] ?? '', rows, null, tokens)
    },
  }
}

/** `0.0 - 12.5` as people write it. */
function binLabel(bin: string): string {
  const [, from, to] = /^(-?[\d.e+-]+?) - (-?[\d.e+-]+)$/.exec(bin) ?? []
  return from === undefined || to === undefined ? bin : `${edge(Number(from))} – ${edge(Number(to))}`
}
