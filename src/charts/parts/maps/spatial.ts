import type { Column, QueryFilter } from '../../../query/query-object.ts'
import type { Frame } from '../../chart.ts'
import { asFlag, asRecord, asText, field, type Reader } from '../form-options.ts'
import { columnOf } from '../frame.ts'
import { toNumber } from '../number-format.ts'
import { geohashPoint } from './geohash.ts'
import type { Point } from './shapes.ts'

/** Where a row is: two columns, one with both numbers, or one with a geohash. */
export type Spatial =
  | { readonly kind: 'columns'; readonly latitude: string; readonly longitude: string }
  | { readonly kind: 'delimited'; readonly column: string; readonly delimiter: string; readonly isReversed: boolean }
  | { readonly kind: 'geohash'; readonly column: string }

const asSpatial: Reader<Spatial> = (value) => {
  const saved = asRecord(value) ?? {}
  const [latitude, longitude] = [asText(saved.latCol), asText(saved.lonCol)]
  if (saved.type === 'latlong' && latitude !== undefined && longitude !== undefined)
    return { kind: 'columns', latitude, longitude }
  const both = asText(saved.lonlatCol)
  if (saved.type === 'delimited' && both !== undefined)
    return {
      kind: 'delimited',
      column: both,
      delimiter: asText(saved.delimiter) ?? ',',
      isReversed: asFlag(saved.reverseCheckbox) ?? false,
    }
  const column = asText(saved.geohashCol)
  return saved.type === 'geohash' && column !== undefined ? { kind: 'geohash', column } : undefined
}

export const spatial = (wire: string) => field<Spatial | null>(wire, asSpatial, null)

/** The columns that say where rows are. */
export function spatialColumns(where: Spatial | null): readonly string[] {
  if (where === null) return []
  return where.kind === 'columns' ? [where.longitude, where.latitude] : [where.column]
}

/** Leaves out rows that are nowhere. */
export const placedFilters = (columns: readonly Column[]): readonly QueryFilter[] =>
  columns.map((column) => ({ column, op: 'IS NOT NULL', value: null, grain: null, isExtra: false }))

/** Where the rows of an answer are; null for those that are nowhere on the globe. */
export function pointReader(where: Spatial | null, frame: Frame): (row: number) => Point | null {
  if (where === null) return () => null
  if (where.kind === 'columns') {
    const [east, north] = [columnOf(frame, where.longitude), columnOf(frame, where.latitude)]
    return (row) => onGlobe(toNumber(east[row]), toNumber(north[row]))
  }
  const cells = columnOf(frame, where.column)
  if (where.kind === 'geohash') return (row) => geohashPoint(String(cells[row] ?? ''))
  const { delimiter, isReversed } = where
  return (row) => {
    const [first = null, second = null] = String(cells[row] ?? '')
      .split(delimiter)
      .map(toNumber)
    return isReversed ? onGlobe(first, second) : onGlobe(second, first)
  }
}

const [MOST_EAST, MOST_NORTH] = [180, 90] as const

export function onGlobe(east: number | null, north: number | null): Point | null {
  if (east === null || north === null || !Number.isFinite(east) || !Number.isFinite(north)) return null
  return Math.abs(east) <= MOST_EAST && Math.abs(north) <= MOST_NORTH ? [east, north] : null
}
