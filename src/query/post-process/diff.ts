import { appendColumns } from './append.ts'
import {
  columnsNamed,
  type DataFrame,
  type FrameColumn,
  numbersOf,
  numericType,
  PostProcessingError,
  refuseTexts,
  requireColumns,
} from './frame.ts'
import { mapping } from './options.ts'

/** Differences between rows `periods` apart, or with axis 1 between neighbouring columns. */
export function diff(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const targets = mapping(raw.columns)
  requireColumns(frame, Object.keys(targets))
  const periods = raw.periods ?? 1
  if (typeof periods !== 'number' || !Number.isInteger(periods))
    throw new PostProcessingError('periods must be an integer')
  const sources = Object.keys(targets).flatMap((name) => columnsNamed(frame, name))
  refuseTexts(sources)
  const numbers = sources.map(numbersOf)
  const isByColumn = raw.axis === 1
  const computed = sources.map((column, i): FrameColumn => {
    const values = (numbers[i] ?? []).map((value, row) => {
      const other = isByColumn ? numbers[i - periods]?.[row] : numbers[i]?.[row - periods]
      return value === null || other === null || other === undefined ? null : value - other
    })
    const isInPlace = Object.entries(targets).every(([source, target]) => source === target)
    return { ...column, type: numericType(values, isInPlace && column.type === 'integer'), values }
  })
  return appendColumns(frame, computed, targets)
}
