import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryWriter, columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { GanttOptions } from './options.ts'

/** What goes on from one time to another. */
export interface Task {
  readonly row: string
  readonly rowKey: unknown
  readonly series: string
  readonly seriesKey: unknown
  readonly start: number
  readonly end: number
  /** What else is told of it: a column or metric, and its value. */
  readonly more: readonly (readonly [name: string, value: string])[]
}

export interface Lanes {
  readonly tasks: readonly Task[]
  readonly rows: readonly string[]
  /** On which line of its row each task lies, and how many lines the row has. */
  readonly lanes: readonly (readonly [lane: number, count: number])[]
  /** How many rows of the answer have no start, no end, or end before they start. */
  readonly left: number
}

export function lanesOf(options: GanttOptions, frame: Frame, write: (value: number | null) => string): Lanes {
  const all = tasksOf(options, frame, write)
  const tasks = all.filter((task): task is Task => task !== null)
  const rows = [...new Set(tasks.map(({ row }) => row))]
  const places = new Map<Task, readonly [number, number]>()
  for (const own of Map.groupBy(tasks, ({ row }) => row).values()) placeRow(own, options.hasSubrows, places)
  return { tasks, rows, lanes: tasks.map((task) => places.get(task) ?? [0, 1]), left: all.length - tasks.length }
}

function tasksOf(
  options: GanttOptions,
  frame: Frame,
  write: (value: number | null) => string,
): readonly (Task | null)[] {
  const cells = (column: GanttOptions['row']) => columnOf(frame, column === null ? '' : columnLabel(column))
  const texts = (column: GanttOptions['row']) => categoryWriter(frame, column === null ? '' : columnLabel(column))
  const [starts, ends, rows, series] = [
    cells(options.start),
    cells(options.end),
    cells(options.row),
    cells(options.series),
  ]
  const [rowText, seriesText] = [texts(options.row), texts(options.series)]
  const columns = options.tooltipColumns.map((column) => ({
    name: columnLabel(column),
    cells: cells(column),
    text: texts(column),
  }))
  const metrics = options.tooltipMetrics.map(metricLabel).map((name) => ({ name, cells: columnOf(frame, name) }))
  return Array.from({ length: frame.rowCount }, (_, at) => {
    const [start, end] = [timeOf(starts[at]), timeOf(ends[at])]
    if (start === null || end === null || end < start) return null
    return {
      row: rowText(rows[at]),
      rowKey: rows[at],
      series: options.series === null ? '' : seriesText(series[at]),
      seriesKey: series[at],
      start,
      end,
      more: [
        ...columns.map(({ name, cells: own, text }) => [name, text(own[at])] as const),
        ...metrics.map(({ name, cells: own }) => [name, write(toNumber(own[at]))] as const),
      ],
    }
  })
}

/** A time as milliseconds; texts are read as ISO writes them. */
function timeOf(cell: unknown): number | null {
  if (typeof cell === 'number') return cell
  const parsed = typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(parsed) ? null : parsed
}

/** Tasks at the same time lie below each other: on the line of their colour, or on the first that is free. */
function placeRow(tasks: readonly Task[], hasSubrows: boolean, places: Map<Task, readonly [number, number]>): void {
  const names = [...new Set(tasks.map(({ series }) => series))]
  const free: number[] = []
  const lanes = new Map<Task, number>()
  for (const task of tasks.toSorted((a, b) => a.start - b.start)) {
    const found = free.findIndex((end) => end <= task.start)
    const lane = hasSubrows ? names.indexOf(task.series) : found < 0 ? free.length : found
    free[lane] = Math.max(task.end, task.start + 1)
    lanes.set(task, lane)
  }
  for (const task of tasks) places.set(task, [lanes.get(task) ?? 0, Math.max(1, free.length)])
}
