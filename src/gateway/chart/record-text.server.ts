import { cellPlaces } from './cell-slices.ts'

/** The bytes of a cell as the engine wrote it. */
export type CellBytes = (column: number, row: number) => Uint8Array

/** Pieces of `{"a":1},{"a":2}` under these names, a row for each number. */
export function recordsText(
  names: readonly string[],
  rows: readonly number[],
  columns: readonly number[],
  cellAt: CellBytes,
): readonly Uint8Array[] {
  const heads = names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  return rows.flatMap((row, n) => [
    ...(n === 0 ? [] : [COMMA]),
    ...columns.flatMap((column, i) => [heads[i] ?? OPEN, cellAt(column, row)]),
    END,
  ])
}

/** `[[1,2],["x","y"]]` as `[{"a":1,"b":"x"},{"a":2,"b":"y"}]`, under names of the caller's. */
export function recordsOfColumns(body: Uint8Array, names: readonly string[], rowCount: number): Uint8Array {
  const cells = cellPlaces(body)
  const cellAt: CellBytes = (column, row) => body.subarray(cells[column]?.[row * 2], cells[column]?.[row * 2 + 1])
  return Buffer.concat([OPEN, ...recordsText(names, [...Array(rowCount).keys()], [...names.keys()], cellAt), CLOSE])
}

export const OPEN = Buffer.from('[')
export const COMMA = Buffer.from(',')
export const CLOSE = Buffer.from(']')
const END = Buffer.from('}')
