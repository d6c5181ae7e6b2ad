import { type Aggregate, aggregateCells, aggregateType } from './aggregator.ts'
import { type Cell, columnNamed, type DataFrame, type FrameColumn, rowCount } from './frame.ts'
import { compareCells } from './order.ts'
import type { PivotOptions } from './pivot-options.ts'

/** Adds a column per metric over all series, and a row over everything. */
export function addMargins(frame: DataFrame, cube: DataFrame, options: PivotOptions, name: string): DataFrame {
  if (cube.columns.length === 0) return cube
  const used = [...options.index, ...options.columns, ...options.aggregates.map(({ column }) => column)]
  const complete = (options.dropsMissing ? used : [...options.index, ...options.columns]).map((name) =>
    columnNamed(frame, name),
  )
  const all = Array.from({ length: rowCount(frame) }, (_, row) => row).filter((row) =>
    complete.every(({ values }) => values[row] !== null),
  )
  const cellsWhere = (item: Aggregate, matches: (row: number) => boolean): Cell => {
    const source = columnNamed(frame, item.column)
    const cells = all.filter(matches).map((row) => source.values[row] ?? null)
    return aggregateCells(cells, source.type, item)
  }
  const isIn = (names: readonly string[], key: readonly Cell[]) => (row: number) =>
    names.every((column, i) => columnNamed(frame, column).values[row] === key[i])
  const body = cube.columns.map((column): FrameColumn => {
    const item = options.aggregates.find(({ name: metric }) => metric === column.key[0])
    const total = item ? cellsWhere(item, isIn(options.columns, column.key.slice(1))) : null
    return { ...column, values: [...column.values, total] }
  })
  const totals =
    options.columns.length === 0 || !options.dropsMissing ? [] : options.aggregates.map((item) => totalColumn(item))
  function totalColumn(item: Aggregate): FrameColumn {
    const values = [
      ...cube.index.rows.map((row) => cellsWhere(item, isIn(options.index, row))),
      cellsWhere(item, () => true),
    ]
    const source = columnNamed(frame, item.column)
    const blanks = options.columns.slice(1).map(() => '')
    return { key: [item.name, name, ...blanks], type: aggregateType(values, source.type, item.operator), values }
  }
  const metrics = options.aggregates.toSorted((a, b) => compareCells(a.name, b.name))
  return {
    ...cube,
    columns: metrics.flatMap((item) => [
      ...body.filter(({ key }) => key[0] === item.name),
      ...totals.filter(({ key }) => key[0] === item.name),
    ]),
    index: {
      ...cube.index,
      types: cube.index.types.map((type) => (type === 'string' ? 'string' : 'mixed')),
      rows: [...cube.index.rows, [name, ...options.index.slice(1).map(() => '')]],
    },
  }
}
