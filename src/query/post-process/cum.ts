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

const STEPS: Readonly<Record<string, (total: number, value: number) => number>> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
}

/** Sum, product, least or most of all rows so far; a null counts as 0. */
export function cum(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const targets = mapping(raw.columns)
  requireColumns(frame, Object.keys(targets))
  const step = STEPS[String(raw.operator)]
  if (!step) throw new PostProcessingError(`Invalid cumulative operator: ${String(raw.operator)}`)
  const sources = Object.keys(targets).flatMap((name) => columnsNamed(frame, name))
  refuseTexts(sources)
  const computed = sources.map((column): FrameColumn => {
    const isOrdinal = raw.operator === 'min' || raw.operator === 'max'
    let total: number | null = null
    const values = numbersOf(column).map((value) => {
      total = total === null ? (value ?? 0) : step(total, value ?? 0)
      return Number.isNaN(total) ? null : total
    })
    if (isOrdinal && column.type === 'boolean') return { ...column, values: values.map((value) => value === 1) }
    return { ...column, type: numericType(values, column.type === 'integer'), values }
  })
  return appendColumns(frame, computed, targets)
}
