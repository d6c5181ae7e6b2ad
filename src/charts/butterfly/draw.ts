import { columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { categoryAxis, plotArea, valueAxis } from '../parts/axis.ts'
import { titled } from '../parts/axis-title.ts'
import { fade } from '../parts/color-schemes.ts'
import { chosenColor } from '../parts/fixed-color.ts'
import { columnOf, firstFrame, groupWriter } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { type NumberFormatter, toNumber } from '../parts/number-format.ts'
import { rowScroll } from '../parts/row-scroll.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { type ButterflyOptions, USUAL_COLORS } from './options.ts'

interface Side {
  readonly id: 'left' | 'right'
  readonly name: string
  readonly color: string
  readonly values: readonly (number | null)[]
}

const ROW_PX = 20
const AXIS_PX = 24
const NAME_PX = 160
const STEP_BACK = 0.28
const LISTED = 6

/** Two metrics of each group, one to each side. */
export function drawButterfly(options: ButterflyOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const frame = firstFrame(frames)
  const columns = options.groupby.map(columnLabel)
  const nameOf = groupWriter(frame, columns)
  const names = Array.from({ length: frame.rowCount }, (_, row) => nameOf(row))
  const sides = sidesOf(options, frame, context)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const top = (options.showLegend ? LEGEND_HEIGHT : 4) + (options.yAxisTitle === null ? 0 : 16)
  const bottom = options.xAxisTitle === null ? 4 : 22
  const fits = Math.max(1, Math.floor((context.height - top - bottom - AXIS_PX) / ROW_PX))
  const hasMore = names.length > fits
  const axis = valueAxis(tokens, (value) => writeAxis(Math.abs(value)), rangeOf(sides))
  const sideAxis = { ...axis, axisLabel: { ...axis.axisLabel, showMinLabel: false, showMaxLabel: false } }
  return {
    kind: 'echarts',
    summary: summaryOf(names, sides, writeValue),
    select: ({ dataIndex }) => selectionOf(options, frame, names, dataIndex),
    option: {
      grid: plotArea({ top, right: hasMore ? 22 : 12, bottom }),
      legend: options.showLegend
        ? legendAbove(
            sides.map(({ name }) => name),
            tokens,
          )
        : { show: false },
      tooltip: tooltipOf(names, sides, writeValue, tokens),
      xAxis: {
        ...sideAxis,
        ...titled(options.xAxisTitle, 'middle', tokens),
      },
      yAxis: {
        ...categoryAxis(tokens, names, {
          interval: 0,
          width: Math.min(NAME_PX, Math.floor(context.width * 0.3)),
          overflow: 'truncate',
          color: tokens.text2,
        }),
        ...titled(options.yAxisTitle, 'end', tokens),
        nameLocation: 'start',
        inverse: true,
        axisLine: { show: false },
      },
      dataZoom: hasMore ? rowScroll(fits, tokens) : [],
      series: sides.map((side) => barsOf(options, side, fadedRows(options, frame, context), writeAxis, tokens)),
    },
  }
}

function sidesOf(options: ButterflyOptions, frame: Frame, context: DrawContext): readonly [Side, Side] {
  const tokens = tokensOf(context.theme)
  const side = (id: Side['id'], metric: Metric | null, label: string | null, own: string): Side => {
    const name = metric === null ? '' : metricLabel(metric)
    return {
      id,
      // Two series of one name would be one to the legend.
      name: label ?? context.titles[name] ?? name,
      color: chosenColor(id === 'left' ? options.leftColor : options.rightColor, USUAL_COLORS[id], own),
      values: columnOf(frame, name).map(toNumber),
    }
  }
  const left = side('left', options.left, options.leftLabel, tokens.cat[0] ?? '')
  const right = side('right', options.right, options.rightLabel, tokens.cat[1] ?? '')
  return [left, right.name === left.name ? { ...right, name: `${right.name} ` } : right]
}

/** Zero stands in the middle. */
function rangeOf(sides: readonly Side[]) {
  const most = sides
    .flatMap(({ values }) => values)
    .reduce<number>((so, value) => Math.max(so, Math.abs(value ?? 0)), 0)
  return most === 0 ? { min: -1, max: 1 } : { min: -most * 1.15, max: most * 1.15 }
}

function barsOf(
  options: ButterflyOptions,
  side: Side,
  isFaded: (row: number) => boolean,
  write: NumberFormatter,
  tokens: ChartTokens,
) {
  const sign = side.id === 'left' ? -1 : 1
  return {
    type: 'bar',
    id: side.id,
    name: side.name,
    barGap: '-100%',
    barMaxWidth: 20,
    barCategoryGap: '24%',
    itemStyle: { color: side.color },
    data: side.values.map((value, row) => ({
      value: value === null ? null : sign * value,
      itemStyle: { color: isFaded(row) ? fade(side.color, STEP_BACK) : side.color },
      label: { position: (value || 1) * sign < 0 ? 'left' : 'right' },
    })),
    label: options.showValue
      ? {
          show: true,
          distance: 4,
          color: tokens.text2,
          fontSize: 11,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
            const value = side.values[dataIndex]
            return value == null ? '' : write(value)
          },
        }
      : undefined,
  }
}

function tooltipOf(names: readonly string[], sides: readonly Side[], write: NumberFormatter, tokens: ChartTokens) {
  interface Point {
    readonly dataIndex: number
  }
  return {
    ...tooltipBox(tokens),
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: fade(tokens.text, 0.05) } },
    formatter: (input: Point | readonly Point[]) => {
      const at = ([input].flat()[0] as Point | undefined)?.dataIndex ?? -1
      const rows = sides.map(({ name, color, values }) => ({
        name: name.trim(),
        color,
        value: write(values[at] ?? null),
      }))
      return tooltipHtml(names[at] ?? '', rows, null, tokens)
    },
  }
}

function fadedRows({ groupby }: ButterflyOptions, frame: Frame, { selected }: DrawContext): (row: number) => boolean {
  if (selected === null || selected.length === 0) return () => false
  const chosen = new Set(selected.map(String))
  const keys = groupby.map((column) => columnOf(frame, columnLabel(column)))
  return (row) => !keys.some((key) => chosen.has(String(key[row])))
}

function selectionOf(
  { groupby }: ButterflyOptions,
  frame: Frame,
  names: readonly string[],
  row: number,
): Selection | null {
  if (groupby.length === 0 || names[row] === undefined) return null
  const filters = groupby.map(columnLabel).map((column) => ({ column, values: [columnOf(frame, column)[row] ?? null] }))
  return { filters, label: names[row] }
}

function summaryOf(names: readonly string[], sides: readonly Side[], write: NumberFormatter): string {
  if (names.length === 0) return 'Butterfly chart without rows.'
  const told = names
    .slice(0, LISTED)
    .map(
      (name, row) =>
        `${name}: ${sides.map((side) => `${side.name.trim()} ${write(side.values[row] ?? null)}`).join(', ')}`,
    )
  const more = names.length > LISTED ? ` ${names.length - LISTED} more.` : ''
  return `Butterfly chart, ${names.length} ${names.length === 1 ? 'pair' : 'pairs'}. ${told.join('. ')}.${more}`
}
