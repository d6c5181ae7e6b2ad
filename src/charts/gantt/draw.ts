import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { categoryAxis, plotArea, timeAxis } from '../parts/axis.ts'
import { fade } from '../parts/color-schemes.ts'
import { firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { rowScroll } from '../parts/row-scroll.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { timeInFull, timeOnAxis } from '../parts/time-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { zoomOptions } from '../parts/value-range.ts'
import { writing } from '../parts/writing.ts'
import { type Lanes, lanesOf, type Task } from './lanes.ts'
import type { GanttOptions } from './options.ts'

const ALL = 'tasks'
/** The least height of a row, and how much of it its bars take. */
const ROW_PX = 22
const FILLED = 0.72
const MOST_BAR_PX = 28
const AXIS_PX = 26
const NAME_PX = 160
const STEP_BACK = 0.28
const LISTED = 6

/** Bars from a start to an end, on a row for each name. */
export function drawGantt(options: GanttOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const { writeValue } = valueWriters(options.valueFormat, null)
  const model = lanesOf(options, firstFrame(frames), writeValue)
  const names = [...new Set(model.tasks.map(({ series }) => series))]
  context.announce?.(names.filter((name) => name !== ''))
  const hasLegend = options.showLegend && options.series !== null && names.length > 1
  const top = hasLegend ? LEGEND_HEIGHT : 6
  const fits = Math.max(1, Math.floor((context.height - top - AXIS_PX) / ROW_PX))
  const hasMore = model.rows.length > fits
  const writeTime = timeInFull(options.tooltipTimeFormat ?? options.timeFormat, null)
  const groups = names.map((name) => ({
    name: name || ALL,
    tasks: model.tasks.filter(({ series }) => series === name),
  }))
  const taskAt = ({ seriesName, dataIndex }: Point) => groups.find(({ name }) => name === seriesName)?.tasks[dataIndex]
  return {
    kind: 'echarts',
    summary: summaryOf(model, writeTime),
    select: (event) => selectionOf(options, taskAt(event)),
    option: {
      useUTC: true,
      grid: plotArea({ top, right: hasMore ? 18 : 10, bottom: options.isZoomable ? 32 : 4 }),
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (point: Point) => tooltipOf(taskAt(point), context, writeTime, tokens),
      },
      xAxis: {
        ...timeAxis(tokens, timeOnAxis(options.timeFormat, null)),
        splitLine: { show: true, lineStyle: { color: tokens.grid } },
      },
      yAxis: {
        ...categoryAxis(tokens, model.rows, {
          interval: 0,
          width: Math.min(NAME_PX, Math.floor(context.width * 0.3)),
          overflow: 'truncate',
        }),
        axisLine: { show: false },
        inverse: true,
      },
      dataZoom: [
        ...(hasMore ? rowScroll(fits, tokens) : []),
        ...(zoomOptions(options.isZoomable).dataZoom ?? []).map((zoom) => ({ ...zoom, filterMode: 'weakFilter' })),
      ],
      series: groups.map((group) => seriesOf(group, model, context)),
    },
  }
}

interface Point {
  readonly seriesName?: string
  readonly dataIndex: number
}
interface Api {
  coord(point: readonly unknown[]): readonly number[]
  size(steps: readonly number[]): readonly number[]
}
interface Group {
  readonly name: string
  readonly tasks: readonly Task[]
}

function seriesOf({ name, tasks }: Group, { lanes, tasks: all, rows }: Lanes, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const color = name === ALL ? (tokens.cat[0] ?? '') : context.color(name)
  const chosen = context.selected && context.selected.length > 0 ? new Set(context.selected.map(String)) : null
  const places = new Map(all.map((task, at) => [task, lanes[at] ?? ([0, 1] as const)]))
  const rowAt = new Map(rows.map((row, at) => [row, at]))
  return {
    type: 'custom',
    id: name,
    name,
    clip: true,
    itemStyle: { color },
    encode: { x: [0, 2], y: 1 },
    data: tasks.map((task) => ({ name: task.row, value: [task.start, rowAt.get(task.row) ?? 0, task.end] })),
    renderItem: ({ dataIndex }: Point, api: Api) => {
      const task = tasks[dataIndex]
      if (task === undefined) return null
      const [lane, count] = places.get(task) ?? [0, 1]
      const at = rowAt.get(task.row) ?? 0
      const [left = 0, middle = 0] = api.coord([task.start, at])
      const right = api.coord([task.end, at])[0] ?? left
      const band = Math.min(MOST_BAR_PX * count, (api.size([0, 1])[1] ?? 0) * FILLED)
      const shape = {
        x: left,
        y: middle - band / 2 + (band * lane) / count,
        width: Math.max(2, right - left),
        height: Math.max(1, band / count - 1),
        r: 2,
      }
      const isFaded = chosen !== null && !chosen.has(String(task.rowKey)) && !chosen.has(String(task.seriesKey))
      return {
        type: 'rect',
        shape,
        transition: [],
        style: { fill: isFaded ? fade(color, STEP_BACK) : color },
        emphasis: { style: { stroke: tokens.text, lineWidth: 1 } },
      }
    },
  }
}

function tooltipOf(
  task: Task | undefined,
  { titles }: DrawContext,
  writeTime: (ms: number) => string,
  tokens: ChartTokens,
): string {
  if (task === undefined) return ''
  const { word } = writing()
  const color = 'transparent'
  const rows = [
    { name: word('Start'), value: writeTime(task.start), color },
    { name: word('End'), value: writeTime(task.end), color },
    ...task.more.map(([name, value]) => ({ name: titles[name] ?? name, value, color })),
  ]
  return tooltipHtml(task.series === '' ? task.row : `${task.row}, ${task.series}`, rows, null, tokens)
}

/** Bars of a colour choose it; those without choose their row. */
function selectionOf({ series, row }: GanttOptions, task: Task | undefined): Selection | null {
  if (task === undefined) return null
  if (series !== null)
    return { filters: [{ column: columnLabel(series), values: [task.seriesKey ?? null] }], label: task.series }
  return row === null
    ? null
    : { filters: [{ column: columnLabel(row), values: [task.rowKey ?? null] }], label: task.row }
}

function summaryOf({ tasks, rows, left }: Lanes, writeTime: (ms: number) => string): string {
  if (tasks.length === 0) return 'Gantt chart without rows.'
  const first = tasks.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const last = tasks.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY)
  const told = tasks.slice(0, LISTED).map((task) => `${task.row}: ${writeTime(task.start)} to ${writeTime(task.end)}`)
  const rest = left > 0 ? ` ${left} without a start and an end after it are left out.` : ''
  return `Gantt chart, ${tasks.length} bars on ${rows.length} rows from ${writeTime(first)} to ${writeTime(last)}. ${told.join('. ')}.${rest}`
}
