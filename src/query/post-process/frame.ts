import { Problem } from '../../wire/problem.ts'

export type Cell = string | number | boolean | null | readonly (string | number | boolean | null)[]
/** `timestamp` holds epoch milliseconds, `decimal` digits as text, `list` lists of numbers, `mixed` cells of several kinds. */
export type ColumnType =
  | 'integer'
  | 'float'
  | 'decimal'
  | 'string'
  | 'boolean'
  | 'timestamp'
  | 'list'
  | 'mixed'
  | 'null'

/** A column under a key of one or more levels: `['SUM(x)']`, or after a pivot `['SUM(x)', 'EU']`. */
export interface FrameColumn {
  readonly key: readonly Cell[]
  readonly type: ColumnType
  readonly values: readonly Cell[]
}

/** What the rows are called. A plain count from 0 is `isRange`. */
export interface FrameIndex {
  readonly names: readonly (string | null)[]
  readonly types: readonly ColumnType[]
  readonly rows: readonly (readonly Cell[])[]
  readonly isRange: boolean
}

/** A small columnar table that post-processing works on. */
export interface DataFrame {
  readonly columns: readonly FrameColumn[]
  /** Names of the levels of the column keys. */
  readonly levels: readonly (string | null)[]
  /** What the levels of column keys hold, where that decides how they are written. */
  readonly levelTypes?: readonly ColumnType[]
  readonly index: FrameIndex
}

/** The index 0..n-1. */
export function rangeIndex(length: number): FrameIndex {
  return { names: [null], types: ['integer'], rows: Array.from({ length }, (_, i) => [i]), isRange: true }
}

/** A frame over plain columns. */
export function frameOf(
  columns: readonly { readonly name: string; readonly type: ColumnType; readonly values: readonly Cell[] }[],
): DataFrame {
  return {
    columns: columns.map(({ name, type, values }) => ({ key: [name], type, values })),
    levels: [null],
    index: rangeIndex(columns[0]?.values.length ?? 0),
  }
}

export const rowCount = (frame: DataFrame): number => frame.index.rows.length

/** A step that cannot be done; the text is shown to the user. */
export class PostProcessingError extends Problem {
  constructor(message: string) {
    super(400, `Error: ${message}`)
  }
}

const MISSING_COLUMNS = 'Referenced columns not available in DataFrame.'

/** Refuses names that the first level of the frame's columns lacks. */
export function requireColumns(frame: DataFrame, names: readonly unknown[]): void {
  const known = new Set(frame.columns.map(({ key }) => key[0]))
  if (names.some((name) => !known.has(name as Cell))) throw new PostProcessingError(MISSING_COLUMNS)
}

/** All columns whose first level is the name: one, or after a pivot one per series. */
export const columnsNamed = (frame: DataFrame, name: string): readonly FrameColumn[] =>
  frame.columns.filter(({ key }) => key[0] === name)

/** The one plain column of a name. */
export function columnNamed(frame: DataFrame, name: string): FrameColumn {
  const column = frame.columns.find(({ key }) => key[0] === name)
  if (!column) throw new PostProcessingError(MISSING_COLUMNS)
  return column
}

/** A cell as a number; null for what is none. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isNaN(cell) ? null : cell
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (typeof cell !== 'string' || cell.trim() === '') return null
  const number = Number(cell)
  return Number.isNaN(number) ? null : number
}

export const numbersOf = (column: FrameColumn): readonly (number | null)[] => column.values.map(numberOf)

export const isNumeric = (type: ColumnType) => type === 'integer' || type === 'float' || type === 'decimal'

/** Refuses columns that hold words, which nothing can be counted from. */
export function refuseTexts(columns: readonly FrameColumn[]): void {
  const text = columns.find(
    ({ type, values }) => type === 'string' && values.some((cell) => cell !== null && numberOf(cell) === null),
  )
  if (text) throw new PostProcessingError(`Column "${String(text.key[0])}" is not numeric`)
}

/** Whole numbers without gaps stay whole; anything else is a float. */
export function numericType(values: readonly Cell[], wasInteger: boolean): ColumnType {
  return wasInteger && values.every((value) => typeof value === 'number' && Number.isInteger(value))
    ? 'integer'
    : 'float'
}

/** The rows at the given places, index included. */
export function takeRows(frame: DataFrame, places: readonly number[]): DataFrame {
  const isInOrder = places.length === rowCount(frame) && places.every((place, i) => place === i)
  if (isInOrder) return frame
  return {
    ...frame,
    columns: frame.columns.map((column) => ({
      ...column,
      values: places.map((place) => column.values[place] ?? null),
    })),
    index: { ...frame.index, rows: places.map((place) => frame.index.rows[place] ?? []), isRange: false },
  }
}

/** The rows from a place on. A plain count goes on counting. */
export function dropRows(frame: DataFrame, count: number): DataFrame {
  const places = frame.index.rows.map((_, row) => row).slice(count)
  const taken = takeRows(frame, places)
  return { ...taken, index: { ...taken.index, isRange: frame.index.isRange } }
}

/** One text per key, to find equal keys by. */
export const keyText = (key: readonly Cell[]): string => JSON.stringify(key)
