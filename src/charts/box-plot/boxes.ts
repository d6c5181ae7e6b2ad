import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Frame } from '../chart.ts'
import { columnOf, groupWriter } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { BoxPlotOptions } from './options.ts'

export interface Box {
  readonly name: string
  /** Of the metric, which has the colour. */
  readonly measure: string
  readonly keys: readonly unknown[]
  readonly min: number | null
  readonly q1: number | null
  readonly median: number | null
  readonly q3: number | null
  readonly max: number | null
  readonly mean: number | null
  readonly count: number
  readonly outliers: readonly number[]
}

/** One box for each group and metric. */
export function boxesOf(options: BoxPlotOptions, frame: Frame, { titles }: DrawContext): readonly Box[] {
  const names = options.groupby.map(columnLabel)
  const keys = names.map((name) => columnOf(frame, name))
  const nameOf = groupWriter(frame, names, options.timeFormat)
  const measures = [...new Set(options.metrics.map(metricLabel))].map((label) => ({
    title: titles[label] ?? label,
    figures: figuresOf(frame, label),
  }))
  return Array.from({ length: frame.rowCount }, (_, row) =>
    measures.map(({ title, figures }) => ({
      name: [nameOf(row), measures.length > 1 || names.length === 0 ? title : ''].filter(Boolean).join(', '),
      measure: title,
      keys: keys.map((key) => key[row]),
      ...figures(row),
    })),
  ).flat()
}

function figuresOf(frame: Frame, label: string) {
  const cells = (figure: string) => columnOf(frame, `${label}__${figure}`)
  const [min, q1, median, q3, max, mean] = ['min', 'q1', 'median', 'q3', 'max', 'mean'].map(cells)
  const [counts, outliers] = [cells('count'), cells('outliers')]
  const at = (column: readonly unknown[] | undefined, row: number) => toNumber(column?.[row])
  return (row: number) => ({
    min: at(min, row),
    q1: at(q1, row),
    median: at(median, row),
    q3: at(q3, row),
    max: at(max, row),
    mean: at(mean, row),
    count: toNumber(counts[row]) ?? 0,
    outliers: listOf(outliers[row]),
  })
}

/** Each value once: points on one place look like one. */
const listOf = (cell: unknown): readonly number[] =>
  Array.isArray(cell) ? [...new Set(cell.map(toNumber).filter((value) => value !== null))] : []
