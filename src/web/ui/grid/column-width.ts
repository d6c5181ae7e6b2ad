import { type GridColumn, type Row, shownText } from './cell.ts'

const MIN_WIDTH_PX = 56
const MAX_FIRST_WIDTH_PX = 320
const CHARACTER_PX = 7.6
/** With what figures and hyphens of a date are wider than other characters. */
const CELL_PAD_PX = 22
const SIGN_AND_SORT_PX = 66

/** A width that shows the name and nearly all of the sampled values. */
export function firstWidth(column: GridColumn, place: number, sample: readonly Row[]): number {
  const name = column.name.length * CHARACTER_PX + SIGN_AND_SORT_PX
  const lengths = sample.map((row) => shownText(row[place] ?? null, column).length).sort((a, b) => a - b)
  const wide = lengths[Math.floor((lengths.length - 1) * 0.95)] ?? 0
  return clampWidth(Math.min(MAX_FIRST_WIDTH_PX, Math.max(name, wide * CHARACTER_PX + CELL_PAD_PX)))
}

export const clampWidth = (width: number): number => Math.round(Math.max(MIN_WIDTH_PX, Math.min(2000, width)))
