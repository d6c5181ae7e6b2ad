import { GENERIC } from '../../query/generic-type.ts'
import type { Frame } from '../chart.ts'

export const EMPTY_FRAME: Frame = { names: [], generics: [], columns: [], rowCount: 0 }

export const firstFrame = (frames: readonly Frame[]): Frame => frames[0] ?? EMPTY_FRAME

/** The cells of a column by name, or an empty list. */
export function columnOf(frame: Frame, name: string): readonly unknown[] {
  return frame.columns[frame.names.indexOf(name)] ?? []
}

export const isNumeric = (frame: Frame, index: number) => frame.generics[index] === GENERIC.number
export const isTemporal = (frame: Frame, index: number) => frame.generics[index] === GENERIC.time

/** A value of a category as text. */
export function categoryText(value: unknown): string {
  if (value === null || value === undefined) return '<NULL>'
  if (value === '') return '<empty>'
  return String(value)
}
