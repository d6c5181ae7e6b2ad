import { type Cell, type GridColumn, type Row, rawText } from './cell.ts'
import { add, compare, divideByCount, type Exact, exactText, toExact } from './exact-number.ts'
import { type Bounds, cellCount } from './selection.ts'

export interface SelectionStats {
  readonly cells: number
  /** Cells that were loaded and looked at; fewer than cells when the selection is not in memory. */
  readonly counted: number
  readonly nulls: number
  readonly distinct: number
  readonly numbers: number
  readonly sum: string | null
  readonly average: string | null
  readonly min: string | null
  readonly max: string | null
}

const MAX_COUNTED_CELLS = 200_000

/** Figures of the selected cells, with every digit of integers and decimals. */
export function selectionStats(
  bounds: Bounds,
  columns: readonly GridColumn[],
  rowAt: (index: number) => Row | null,
  maxCells = MAX_COUNTED_CELLS,
): SelectionStats {
  const tally = emptyTally()
  for (let index = bounds.top; index <= bounds.bottom && tally.counted < maxCells; index += 1) {
    const row = rowAt(index)
    if (row === null) continue
    for (let column = bounds.left; column <= bounds.right; column += 1) {
      count(tally, row[column] ?? null, columns[column]?.kind === 'number')
    }
  }
  return finish(tally, cellCount(bounds))
}

interface Tally {
  counted: number
  nulls: number
  numbers: number
  distinct: Set<string>
  sum: Exact
  min: Exact | null
  max: Exact | null
  minText: string | null
  maxText: string | null
}

const emptyTally = (): Tally => ({
  counted: 0,
  nulls: 0,
  numbers: 0,
  distinct: new Set(),
  sum: { digits: 0n, scale: 0 },
  min: null,
  max: null,
  minText: null,
  maxText: null,
})

function count(tally: Tally, cell: Cell, isNumber: boolean): void {
  tally.counted += 1
  if (cell === null) {
    tally.nulls += 1
    return
  }
  const value = isNumber ? toExact(cell) : null
  const text = rawText(cell)
  tally.distinct.add(value === null ? text : exactText(value))
  if (value === null) countText(tally, text)
  else countNumber(tally, value)
}

function countNumber(tally: Tally, value: Exact): void {
  tally.numbers += 1
  tally.sum = add(tally.sum, value)
  if (tally.min === null || compare(value, tally.min) < 0) tally.min = value
  if (tally.max === null || compare(value, tally.max) > 0) tally.max = value
}

function countText(tally: Tally, text: string): void {
  if (tally.minText === null || text < tally.minText) tally.minText = text
  if (tally.maxText === null || text > tally.maxText) tally.maxText = text
}

function finish(tally: Tally, cells: number): SelectionStats {
  const hasNumbers = tally.numbers > 0
  return {
    cells,
    counted: tally.counted,
    nulls: tally.nulls,
    distinct: tally.distinct.size,
    numbers: tally.numbers,
    sum: hasNumbers ? exactText(tally.sum) : null,
    average: hasNumbers ? exactText(divideByCount(tally.sum, tally.numbers)) : null,
    min: tally.min === null ? tally.minText : exactText(tally.min),
    max: tally.max === null ? tally.maxText : exactText(tally.max),
  }
}
