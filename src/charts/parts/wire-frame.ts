import type { GenericType } from '../../query/generic-type.ts'
import type { Frame } from '../chart.ts'

/** The part of one element of `result` that is drawn. */
export interface WireRows {
  readonly data?: readonly Readonly<Record<string, unknown>>[] | null
  readonly colnames?: readonly string[]
  readonly coltypes?: readonly number[]
}

/** The rows of one query of chart/data as columns. */
export function wireFrame({ data, colnames, coltypes }: WireRows): Frame {
  const rows = data ?? []
  const names = colnames ?? Object.keys(rows[0] ?? {})
  return {
    names,
    generics: names.map((_, index) => (coltypes?.[index] ?? null) as GenericType | null),
    columns: names.map((name) => rows.map((row) => row[name])),
    rowCount: rows.length,
  }
}
