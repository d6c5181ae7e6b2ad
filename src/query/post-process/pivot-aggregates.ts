import { Problem } from '../../wire/problem.ts'

type Cell = number | string | null
type Cells = readonly (readonly Cell[])[]

/** How the values of a cell become one, and what cells sum up to. */
export interface PivotAggregate {
  readonly cell: (values: readonly number[]) => Cell
  readonly total: (cells: readonly Cell[]) => Cell
  /** It gives numbers with a point even of whole ones. */
  readonly isFloat: boolean
  /** The cells as shares of what they are part of; the same cells for the others. */
  readonly shares: (cells: Cells) => Cells
}

/** The aggregate that a pivot table saves under this name. Throws 400 for another. */
export function pivotAggregate(name: string): PivotAggregate {
  const [, counted, part] = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/.exec(name) ?? []
  if (part !== undefined)
    return {
      cell: counted === 'Sum' ? sum : count,
      total: ofNumbers(sum),
      isFloat: true,
      shares: (cells) => sharesOf(cells, part),
    }
  const of = AGGREGATES.get(name)
  if (!of) throw new Problem(400, `Error: There is no aggregate function "${name}".`)
  return { ...of, isFloat: FLOATS.has(name), shares: (cells) => cells }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const count = (values: readonly number[]) => values.length
const mean = (values: readonly number[]) => sum(values) / values.length
const variance = (values: readonly number[]) =>
  sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1)
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return mean(middle)
}

/** The same for cells as for values; without a value there is none, and neither without a second one where that is needed. */
const same = (of: (values: readonly number[]) => number, least = 1) => {
  const safe = (values: readonly number[]) => (values.length < least ? null : of(values))
  return { cell: safe, total: ofNumbers(safe) }
}
const ofNumbers = (of: (values: readonly number[]) => Cell) => (cells: readonly Cell[]) =>
  of(cells.flatMap((cell) => (typeof cell === 'number' ? [cell] : [])))
const unique = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b).join(', ')

const FLOATS: ReadonlySet<string> = new Set(['Average', 'Median', 'Sample Variance', 'Sample Standard Deviation'])
const AGGREGATES: ReadonlyMap<string, Pick<PivotAggregate, 'cell' | 'total'>> = new Map<
  string,
  Pick<PivotAggregate, 'cell' | 'total'>
>([
  ['Sum', { cell: (values) => (values.length === 0 ? null : sum(values)), total: ofNumbers(sum) }],
  ['Count', { cell: count, total: ofNumbers(sum) }],
  ['Count Unique Values', { cell: (values) => new Set(values).size, total: ofNumbers(sum) }],
  [
    'List Unique Values',
    {
      cell: unique,
      total: (cells) => unique(cells.flatMap((cell) => (typeof cell === 'string' ? cell.split(', ').map(Number) : []))),
    },
  ],
  ['Average', same(mean)],
  ['Median', same(median)],
  ['Sample Variance', same(variance, 2)],
  ['Sample Standard Deviation', same((values) => Math.sqrt(variance(values)), 2)],
  ['Minimum', same((values) => values.reduce((least, value) => Math.min(least, value)))],
  ['Maximum', same((values) => values.reduce((most, value) => Math.max(most, value)))],
  ['First', same((values) => values[0] ?? 0)],
  ['Last', same((values) => values.at(-1) ?? 0)],
])

/** Of cells by column. */
function sharesOf(cells: Cells, part: string): Cells {
  const add = ofNumbers(sum)
  const columnSums = cells.map((column) => Number(add(column)))
  const rowSums = (cells[0] ?? []).map((_, row) => Number(add(cells.map((column) => column[row] ?? null))))
  const all = sum(columnSums)
  const whole = (column: number, row: number) =>
    part === 'Total' ? all : part === 'Rows' ? rowSums[row] : columnSums[column]
  return cells.map((column, i) =>
    column.map((cell, row) => {
      const of = whole(i, row)
      return typeof cell === 'number' && of ? cell / of : null
    }),
  )
}
