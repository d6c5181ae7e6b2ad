import { Problem } from '../../wire/problem.ts'
import { type PivotAggregate, pivotAggregate } from './pivot-aggregates.ts'

export type KeyPart = string | number | boolean | null
/** What a row or column of a grid is called, one part for each level. */
export type GridKey = readonly KeyPart[]

/** How the rows of an answer are laid out in two directions. */
export interface GridWish {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  /** As pivot tables save it, such as `Sum` or `Sum as Fraction of Rows`. */
  readonly aggregate: string
  readonly isTransposed: boolean
  readonly isMetricInnermost: boolean
  readonly areMetricsRows: boolean
  /** Columns that sum up the rows. */
  readonly hasRowTotals: boolean
  /** Rows that sum up the columns. */
  readonly hasColumnTotals: boolean
}

export interface Grid {
  readonly rowKeys: readonly GridKey[]
  readonly columnKeys: readonly GridKey[]
  /** Cells by column. */
  readonly cells: readonly (readonly (number | string | null)[])[]
  /** Columns that are made of whole numbers alone, one of them for each cell. */
  readonly areWhole: readonly boolean[]
}

interface Source {
  readonly count: number
  /** Values of a column by its name; texts before others that may lack a value. */
  readonly values: (name: string) => { readonly cells: readonly KeyPart[]; readonly isText: boolean }
}

const MOST_CELLS = 5_000_000

/** Lays rows out as a pivot table's file has them, with a `Subtotal` after each group and a total at the end where asked. */
export function pivotGrid(source: Source, wish: GridWish): Grid {
  const aggregate = pivotAggregate(wish.aggregate)
  const totalName = `Total (${wish.aggregate})`
  const [rowGroups, columnGroups] = wish.isTransposed ? [wish.columns, wish.rows] : [wish.rows, wish.columns]
  const rows = new Axis(source, rowGroups, wish.areMetricsRows ? wish : null, totalName)
  const columns = new Axis(source, columnGroups, wish.areMetricsRows ? null : wish, totalName)
  const found = gathered(source, wish.metrics, rows, columns)
  const rowLines = rows.lines(wish.hasColumnTotals)
  const columnLines = columns.lines(wish.hasRowTotals)
  if (rowLines.length * columnLines.length > MOST_CELLS)
    throw new Problem(400, `Error: The pivot table has more than ${MOST_CELLS} cells.`)
  const values = columns.places().map(() => new Array<number | string | null>(rows.places().length).fill(null))
  for (const cell of found) {
    const cells = values[columns.placeOf(cell.column)]
    if (cells) cells[rows.placeOf(cell.row)] = aggregate.cell(cell.values)
  }
  const leaves = aggregate.shares(values)
  const isWhole = leaves.map((cells) => !aggregate.isFloat && cells.every((cell) => Number.isInteger(cell)))
  return {
    rowKeys: rowLines.map(({ key }) => key),
    columnKeys: columnLines.map(({ key }) => key),
    cells: withTotals(leaves, rowLines, columnLines, aggregate),
    areWhole: columnLines.map((column) => column.leaves.every((at) => isWhole[at])),
  }
}

/** The values of each cell, by the names of its keys. */
function gathered(source: Source, metrics: readonly string[], rows: Axis, columns: Axis) {
  const found = new Map<string, { readonly row: string; readonly column: string; readonly values: number[] }>()
  for (const metric of metrics) {
    const { cells } = source.values(metric)
    for (let i = 0; i < source.count; i += 1) {
      const [row, column] = [rows.add(i, metric), columns.add(i, metric)]
      const place = `${row}\n${column}`
      const cell = found.get(place) ?? { row, column, values: [] }
      found.set(place, cell)
      const value = cells[i]
      if (value !== null && value !== undefined && value !== '') cell.values.push(Number(value))
    }
  }
  return [...found.values()]
}

type Cells = readonly (readonly (number | string | null)[])[]

/** Totals of columns are made of their cells, then those of rows of all that stands above them. */
function withTotals(leaves: Cells, rows: readonly Line[], columns: readonly Line[], { total }: PivotAggregate): Cells {
  const rowCount = leaves[0]?.length ?? 0
  return columns.map((column) => {
    const own = Array.from({ length: rowCount }, (_, row) => {
      const cells = column.leaves.map((at) => leaves[at]?.[row] ?? null)
      return column.isTotal ? total(cells) : (cells[0] ?? null)
    })
    return rows.map((row) => {
      const cells = row.leaves.map((at) => own[at] ?? null)
      return row.isTotal ? total(cells) : (cells[0] ?? null)
    })
  })
}

/** One row or column: the places of the cells that it shows or sums up. */
interface Line {
  readonly key: GridKey
  readonly leaves: readonly number[]
  readonly isTotal: boolean
}

/** The keys of one direction. */
class Axis {
  readonly #groups: readonly { readonly cells: readonly KeyPart[]; readonly isText: boolean }[]
  readonly #metrics: Pick<GridWish, 'metrics' | 'isMetricInnermost'> | null
  readonly #totalName: string
  readonly #keys = new Map<string, GridKey>()
  #places: Map<string, number> | null = null

  constructor(
    source: Source,
    groups: readonly string[],
    metrics: Pick<GridWish, 'metrics' | 'isMetricInnermost'> | null,
    totalName: string,
  ) {
    this.#groups = groups.map((name) => source.values(name))
    this.#metrics = metrics
    this.#totalName = totalName
  }

  /** The name of a row's key. */
  add(row: number, metric: string): string {
    const parts = this.#groups.map(({ cells }) => cells[row] ?? null)
    const own = this.#metrics ? (this.#metrics.isMetricInnermost ? [...parts, metric] : [metric, ...parts]) : parts
    const key = own.length === 0 ? [this.#totalName] : own
    const name = JSON.stringify(key)
    if (!this.#keys.has(name)) this.#keys.set(name, key)
    return name
  }

  places(): readonly string[] {
    this.#places ??= new Map(
      [...this.#keys].sort(([, a], [, b]) => this.#compare(a, b)).map(([name], place) => [name, place]),
    )
    return [...this.#places.keys()]
  }

  placeOf(name: string): number {
    if (!this.#places) this.places()
    return this.#places?.get(name) ?? -1
  }

  lines(hasTotals: boolean): Line[] {
    const keys = this.places().map((name) => this.#keys.get(name) ?? [])
    const leaves = keys.map((key, at): Line => ({ key, leaves: [at], isTotal: false }))
    const isTotalAlone = this.#groups.length === 0 && !this.#metrics
    if (!hasTotals || isTotalAlone || keys.length === 0) return leaves
    const depth = keys[0]?.length ?? 0
    const total = { key: padded([this.#totalName], depth), leaves: keys.map((_, at) => at), isTotal: true }
    return [...leaves.flatMap((leaf, at) => [leaf, ...subtotalsAfter(keys, at)]), total]
  }

  #compare(a: GridKey, b: GridKey): number {
    const metricAt = this.#metrics ? (this.#metrics.isMetricInnermost ? this.#groups.length : 0) : -1
    for (const i of a.keys()) {
      const isMetric = i === metricAt
      const group = this.#groups[metricAt === 0 ? i - 1 : i]
      const order = isMetric
        ? Number(this.#metrics?.metrics.indexOf(String(a[i]))) - Number(this.#metrics?.metrics.indexOf(String(b[i])))
        : comparedParts(a[i] ?? null, b[i] ?? null, group?.isText === true)
      if (order !== 0) return order
    }
    return 0
  }
}

/** Of the groups that end with a key, the innermost first. */
function subtotalsAfter(keys: readonly GridKey[], at: number): Line[] {
  const key = keys[at] ?? []
  const next = keys[at + 1]
  const shared = next ? key.findIndex((part, i) => part !== next[i]) : 0
  const levels = Array.from({ length: Math.max(0, key.length - 1 - shared) }, (_, i) => key.length - 2 - i)
  return levels.map((level) => subtotal(keys, at, level))
}

/** Sums up the keys up to `at` that share its parts down to a level. */
function subtotal(keys: readonly GridKey[], at: number, level: number): Line {
  const key = keys[at] ?? []
  const prefix = key.slice(0, level + 1)
  let from = at
  while (from > 0 && prefix.every((part, i) => part === keys[from - 1]?.[i])) from -= 1
  const leaves = Array.from({ length: at - from + 1 }, (_, i) => from + i)
  return { key: padded([...prefix, 'Subtotal'], key.length), leaves, isTotal: true }
}

const padded = (key: GridKey, depth: number): GridKey => [
  ...key,
  ...Array.from({ length: Math.max(0, depth - key.length) }, () => ''),
]

/** What lacks a text comes first, what lacks another value last. */
function comparedParts(a: KeyPart, b: KeyPart, isText: boolean): number {
  if (a === b) return 0
  if (a === null || b === null) return (a === null) === isText ? -1 : 1
  return a < b ? -1 : 1
}

/** A key in words, as the heads of files have it. */
export const keyText = (key: GridKey): string => key.map(partText).join(' ').trim()

function partText(part: KeyPart): string {
  if (part === null) return 'nan'
  if (typeof part === 'boolean') return part ? 'True' : 'False'
  return String(part)
}
