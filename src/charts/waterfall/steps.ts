import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { categoryText, categoryWriter, columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import { timeInFull } from '../parts/time-format.ts'
import type { WaterfallOptions } from './options.ts'

export type StepKind = 'increase' | 'decrease' | 'total'

/** A bar from one sum to the next, or from nothing to a sum. */
export interface Step {
  readonly kind: StepKind
  /** Below the axis. */
  readonly label: string
  /** Where it is told alone. */
  readonly title: string
  readonly from: number
  readonly to: number
}

/** The steps with a sum after each place of the x-axis where a place has several, else with one at the end. */
export function stepsOf(options: WaterfallOptions, frame: Frame, total: string): readonly Step[] {
  const places = placesOf(options, frame)
  const hasParts = options.groupby.length > 0
  const steps: Step[] = []
  let sum = 0
  const add = (label: string, title: string, change: number) => {
    steps.push({ kind: change < 0 ? 'decrease' : 'increase', label, title, from: sum, to: sum + change })
    sum += change
  }
  for (const { label, parts } of places) {
    for (const part of parts)
      add(part.label ?? label, part.label === null ? label : `${label}, ${part.label}`, part.change)
    if (hasParts && options.showTotal) steps.push({ kind: 'total', label, title: label, from: 0, to: sum })
  }
  if (!hasParts && options.showTotal && places.length > 0)
    steps.push({ kind: 'total', label: total, title: total, from: 0, to: sum })
  return steps
}

interface Place {
  readonly label: string
  readonly parts: readonly { readonly label: string | null; readonly change: number }[]
}

/** Nothing where no row has a value. */
function placesOf(options: WaterfallOptions, frame: Frame): readonly Place[] {
  const x = options.xAxis === null ? '' : columnLabel(options.xAxis)
  const [group] = options.groupby.map(columnLabel)
  const cells = columnOf(frame, options.metric === null ? '' : metricLabel(options.metric)).map(toNumber)
  if (cells.every((cell) => cell === null)) return []
  const inTime = timeInFull(options.xAxisTimeFormat, options.timeGrain)
  const isTime = frame.generics[frame.names.indexOf(x)] === 2
  const writeX = (value: unknown) => (isTime && typeof value === 'number' ? inTime(value) : categoryText(value))
  const writeGroup = group === undefined ? () => null : categoryWriter(frame, group)
  const groups = columnOf(frame, group ?? '')
  const rowsOf = Map.groupBy(cells.keys(), (row) => columnOf(frame, x)[row])
  return [...rowsOf].map(([value, rows]) => {
    const changes = rows.map((row) => ({ label: writeGroup(groups[row]), change: cells[row] ?? 0 }))
    const sum = changes.reduce((all, { change }) => all + change, 0)
    return { label: writeX(value), parts: group === undefined ? [{ label: null, change: sum }] : changes }
  })
}
