import {
  type Cell,
  columnNamed,
  type DataFrame,
  PostProcessingError,
  requireColumns,
  rowCount,
  takeRows,
} from './frame.ts'
import { texts } from './options.ts'
import { compareCells } from './order.ts'

/** Sorts rows by columns or by the index; equal rows keep their order, nulls come last either way. */
export function sort(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const places = Array.from({ length: rowCount(frame) }, (_, row) => row)
  if (raw.is_sort_index === true) {
    const levels = frame.index.names.map((_, level) => frame.index.rows.map((row) => row[level] ?? null))
    const sign = raw.ascending === false ? -1 : 1
    const order = levels.map(() => sign)
    return takeRows(
      frame,
      places.toSorted((a, b) => compareRows(levels, order, a, b)),
    )
  }
  const by = texts(raw.by)
  if (by.length === 0) return frame
  const isIndexLevel = (name: string) =>
    frame.index.names.includes(name) && !frame.columns.some(({ key }) => key[0] === name)
  requireColumns(
    frame,
    by.filter((name) => !isIndexLevel(name)),
  )
  const keys = by.map((name) =>
    isIndexLevel(name)
      ? frame.index.rows.map((row) => row[frame.index.names.indexOf(name)] ?? null)
      : columnNamed(frame, name).values,
  )
  if (Array.isArray(raw.ascending) && raw.ascending.length !== by.length)
    throw new PostProcessingError(`Length of ascending (${raw.ascending.length}) != length of by (${by.length})`)
  const signs = by.map((_, i) => ((Array.isArray(raw.ascending) ? raw.ascending[i] : raw.ascending) === false ? -1 : 1))
  return takeRows(
    frame,
    places.toSorted((a, b) => compareRows(keys, signs, a, b)),
  )
}

function compareRows(keys: readonly (readonly Cell[])[], signs: readonly number[], a: number, b: number): number {
  for (let i = 0; i < keys.length; i += 1) {
    const left = keys[i]?.[a] ?? null
    const right = keys[i]?.[b] ?? null
    const isNullOrder = left === null || right === null
    const difference = compareCells(left, right) * (isNullOrder ? 1 : (signs[i] ?? 1))
    if (difference !== 0) return difference
  }
  return 0
}
