import { type Column, columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { PivotOrder, PivotTableOptions } from './options.ts'

/** How far a question is grouped: by the first dimensions of the rows and by the first of the columns. */
export interface Level {
  readonly rows: number
  readonly columns: number
}

/** The two sides of the table, after transposing. */
export interface PivotAxes {
  readonly rows: PivotAxis
  readonly columns: PivotAxis
  readonly metrics: readonly Metric[]
}

export interface PivotAxis {
  readonly dimensions: readonly Column[]
  /** Where the name of the metric stands among the heads; null is the other side. */
  readonly metrics: 'first' | 'last' | null
  readonly order: PivotOrder
  readonly hasTotals: boolean
  readonly hasSubtotals: boolean
  /** Subtotals stand before what they sum up. */
  readonly isSubtotalFirst: boolean
}

export function axesOf(options: PivotTableOptions): PivotAxes {
  const { isTransposed } = options
  const [across, down] = isTransposed ? [options.rows, options.columns] : [options.columns, options.rows]
  const place = options.isMetricInnermost ? 'last' : 'first'
  const isOnRows = options.metricsLayout === 'ROWS'
  const known = new Set(down.map(columnLabel))
  return {
    metrics: onceEach(options.metrics, metricLabel),
    rows: {
      dimensions: onceEach(down, columnLabel),
      metrics: isOnRows ? place : null,
      order: options.rowOrder ?? 'key_a_to_z',
      // A total of the columns is a row below them, and the other way round.
      hasTotals: options.hasColumnTotals,
      hasSubtotals: options.hasRowSubtotals,
      isSubtotalFirst: options.isRowSubtotalFirst,
    },
    columns: {
      dimensions: onceEach(across, columnLabel).filter((column) => !known.has(columnLabel(column))),
      metrics: isOnRows ? null : place,
      order: options.columnOrder ?? 'key_a_to_z',
      hasTotals: options.hasRowTotals,
      hasSubtotals: options.hasColumnSubtotals,
      isSubtotalFirst: options.isColumnSubtotalFirst,
    },
  }
}

/** The levels whose answers the table shows or is sorted by, beside that of its cells. */
export function totalLevels(options: PivotTableOptions): readonly Level[] {
  const { rows, columns } = axesOf(options)
  const cells = { rows: rows.dimensions.length, columns: columns.dimensions.length }
  const across = shownCounts(columns)
  const down = shownCounts(rows)
  const wanted = [
    ...down.flatMap((row) => across.map((column) => ({ rows: row, columns: column }))),
    ...(isByValue(rows.order) ? upTo(cells.rows).map((row) => ({ rows: row, columns: 0 })) : []),
    ...(isByValue(columns.order) ? upTo(cells.columns).map((column) => ({ rows: 0, columns: column })) : []),
    ...shareLevels(options, down, across),
  ]
  return onceEach(wanted, levelKey).filter((level) => levelKey(level) !== levelKey(cells))
}

export const levelKey = ({ rows, columns }: Level): string => `${rows} ${columns}`

export const isByValue = (order: PivotOrder): boolean => order.startsWith('value')

/** How many dimensions the heads of a side are made of: all of them, fewer for subtotals, none for the total. */
function shownCounts({ dimensions, hasTotals, hasSubtotals }: PivotAxis): readonly number[] {
  const all = dimensions.length
  return [all, ...(hasSubtotals ? upTo(all - 1) : []), ...(hasTotals && all > 0 ? [0] : [])]
}

/** What the shares are shares of. */
function shareLevels({ share }: PivotTableOptions, down: readonly number[], across: readonly number[]) {
  if (share === 'Sum as Fraction of Rows') return down.map((rows) => ({ rows, columns: 0 }))
  if (share === 'Sum as Fraction of Columns') return across.map((columns) => ({ rows: 0, columns }))
  return share === null ? [] : [{ rows: 0, columns: 0 }]
}

const upTo = (count: number) => Array.from({ length: Math.max(0, count) }, (_, at) => at + 1)

function onceEach<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const keys = all.map(keyOf)
  return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
