import { GENERIC } from '../../query/generic-type.ts'
import type { Frame } from '../chart.ts'
import { timeInTable } from './time-format.ts'

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

/** Writes the values of a column as categories: times as a table does, or in a format. */
export function categoryWriter(frame: Frame, name: string, format: string | null = null): (value: unknown) => string {
  if (!isTemporal(frame, frame.names.indexOf(name))) return categoryText
  const write = timeInTable(format)
  return (value) => (typeof value === 'number' ? write(value) : categoryText(value))
}

/** The group that a row belongs to, by the columns that it is grouped by; empty without any. */
export function groupWriter(frame: Frame, names: readonly string[], format: string | null = null) {
  const writers = names.map((name) => categoryWriter(frame, name, format))
  return (row: number): string => names.map((name, i) => writers[i]?.(columnOf(frame, name)[row])).join(', ')
}
