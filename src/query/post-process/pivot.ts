import { type Aggregate, aggregateCells, aggregateType } from './aggregator.ts'
import { cellText } from './flatten.ts'
import { type Cell, columnNamed, type DataFrame, type FrameColumn, keyText, rowCount } from './frame.ts'
import { type Group, groupRows } from './group.ts'
import { compareKeys } from './order.ts'
import { addMargins } from './pivot-margins.ts'
import { type PivotOptions, readPivotOptions } from './pivot-options.ts'

/** Turns the values of columns into columns of their own: one per combination and metric, rows by the index. */
export function pivot(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const options = readPivotOptions(frame, raw)
  const filled = fillColumns(
    withTimeTexts(frame, options.columns),
    options.columns,
    raw.column_fill_value === undefined ? '<NULL>' : raw.column_fill_value,
  )
  const cube = aggregateCube(filled, options)
  const table = options.marginName === null ? cube : addMargins(filled, cube, options, options.marginName)
  const dropped = options.dropsMissing ? withoutEmptyColumns(table) : table
  const result = options.metricFill === null ? dropped : withFill(dropped, options.metricFill)
  return options.isCombined ? combined(result, options) : result
}

/** Times become parts of column names, so they are written out. */
function withTimeTexts(frame: DataFrame, names: readonly string[]): DataFrame {
  const columns = frame.columns.map((column): FrameColumn => {
    if (column.type !== 'timestamp' || !names.includes(String(column.key[0]))) return column
    return {
      ...column,
      type: 'string',
      values: column.values.map((cell) => (cell === null ? null : cellText(cell, 'timestamp'))),
    }
  })
  return { ...frame, columns }
}

function fillColumns(frame: DataFrame, names: readonly string[], fill: unknown): DataFrame {
  if (fill === null || fill === undefined || fill === '') return frame
  const fillIn = (column: FrameColumn): FrameColumn =>
    names.includes(String(column.key[0]))
      ? { ...column, values: column.values.map((value) => value ?? (fill as Cell)) }
      : column
  return { ...frame, columns: frame.columns.map(fillIn) }
}

/** The pivoted table: index rows sorted, columns sorted by metric and then by their values. */
function aggregateCube(frame: DataFrame, options: PivotOptions): DataFrame {
  const keyColumns = [...options.index, ...options.columns].map((name) => columnNamed(frame, name))
  const split = options.index.length
  const groups = groupRows(keyColumns, rowCount(frame), !options.dropsMissing)
  const metrics = options.aggregates.map((item) => aggregateGroups(frame, item, groups))
  const isKept = (_group: Group, i: number) => !options.dropsMissing || metrics.some((values) => values[i] !== null)
  const present = groups.flatMap((group, i) => (isKept(group, i) ? [{ ...group, place: i }] : []))
  const rows = indexKeys(
    present.map(({ key }) => key.slice(0, split)),
    options,
  )
  const series = distinctKeys(present.map(({ key }) => key.slice(split)))
  const rowPlaces = placesOf(rows)
  const seriesPlaces = placesOf(series)
  const cells = options.aggregates.map(() => series.map(() => rows.map((): Cell => null)))
  for (const { key, place } of present) {
    const row = rowPlaces.get(keyText(key.slice(0, split)))
    const column = seriesPlaces.get(keyText(key.slice(split)))
    if (row === undefined || column === undefined) continue
    for (const [metric, values] of metrics.entries()) {
      const target = cells[metric]?.[column]
      if (target) target[row] = values[place] ?? null
    }
  }
  const columns = options.aggregates.flatMap((item, metric) => {
    const source = columnNamed(frame, item.column)
    return series.map((key, column): FrameColumn => {
      const values = cells[metric]?.[column] ?? []
      return { key: [item.name, ...key], type: pivotType(values, source, item, options.metricFill), values }
    })
  })
  return {
    columns: alikeTypes(columns).toSorted((a, b) => compareKeys(a.key, b.key)),
    levels: options.columns.length > 0 ? [null, ...options.columns] : [null],
    levelTypes: ['string', ...options.columns.map((name) => columnNamed(frame, name).type)],
    index: {
      names: options.index,
      types: options.index.map((name) => columnNamed(frame, name).type),
      rows,
      isRange: false,
    },
  }
}

function aggregateGroups(frame: DataFrame, item: Aggregate, groups: readonly Group[]): readonly Cell[] {
  const source = columnNamed(frame, item.column)
  return groups.map(({ rows }) =>
    aggregateCells(
      rows.map((row) => source.values[row] ?? null),
      source.type,
      item,
    ),
  )
}

const placesOf = (keys: readonly (readonly Cell[])[]) => new Map(keys.map((key, i) => [keyText(key), i]))

/** A gap in one series of a metric makes floats of all of its series. */
function alikeTypes(columns: readonly FrameColumn[]): readonly FrameColumn[] {
  const floats = new Set(columns.filter(({ type }) => type === 'float').map(({ key }) => key[0]))
  return columns.map((column) =>
    column.type === 'integer' && floats.has(column.key[0]) ? { ...column, type: 'float' } : column,
  )
}

/** A gap makes floats of whole numbers, unless a whole number fills it. */
function pivotType(cells: readonly Cell[], source: FrameColumn, item: Aggregate, fill: Cell) {
  const known = Number.isInteger(fill) ? cells.filter((cell) => cell !== null) : cells
  const type = aggregateType(known, source.type, item.operator)
  return type === 'integer' && known.includes(null) ? 'float' : type
}

const distinctKeys = (keys: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] => {
  const distinct = new Map(keys.map((key) => [keyText(key), key]))
  return [...distinct.values()].toSorted(compareKeys)
}

/** Where missing combinations are kept, an index of several columns holds every combination of their values. */
function indexKeys(keys: readonly (readonly Cell[])[], options: PivotOptions): readonly (readonly Cell[])[] {
  if (options.dropsMissing || options.index.length === 1) return distinctKeys(keys)
  const levels = options.index.map((_, level) =>
    distinctKeys(keys.map((key) => [key[level] ?? null])).map(([cell]) => cell ?? null),
  )
  return levels.reduce<Cell[][]>((rows, cells) => rows.flatMap((row) => cells.map((cell) => [...row, cell])), [[]])
}

const withoutEmptyColumns = (frame: DataFrame): DataFrame => ({
  ...frame,
  columns: frame.columns.filter(({ values }) => values.length === 0 || values.some((value) => value !== null)),
})

const withFill = (frame: DataFrame, fill: Cell): DataFrame => ({
  ...frame,
  columns: frame.columns.map((column) => ({ ...column, values: column.values.map((value) => value ?? fill) })),
})

/** Puts the metric innermost: `['EU', 'SUM(x)']`. */
function combined(frame: DataFrame, { marginName, dropsMissing }: PivotOptions): DataFrame {
  if (frame.levels.length === 1) return frame
  const blanks = frame.levels.slice(2).map(() => '')
  const margin = dropsMissing && marginName !== null ? keyText([marginName, ...blanks]) : null
  // Totals stay behind the series that they sum up.
  const isMargin = (key: readonly Cell[]) => Number(margin !== null && keyText(key.slice(0, -1)) === margin)
  const swap = <Item>([first, ...rest]: readonly Item[]): readonly Item[] =>
    first === undefined ? rest : [...rest, first]
  return {
    ...frame,
    columns: frame.columns
      .map((column) => ({ ...column, key: swap(column.key) }))
      .toSorted((a, b) => isMargin(a.key) - isMargin(b.key) || compareKeys(a.key, b.key)),
    levels: swap(frame.levels),
    ...(frame.levelTypes ? { levelTypes: swap(frame.levelTypes) } : {}),
  }
}
