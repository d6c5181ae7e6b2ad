import type { Frame } from '../../chart.ts'
import { categoryText, columnOf } from '../frame.ts'
import { toNumber } from '../number-format.ts'

/** A row of an answer that has a place on the map. */
export interface PlacedRow {
  readonly place: string
  /** The value of the column that names the place. */
  readonly key: unknown
  readonly value: number | null
  /** Of the second metric. */
  readonly second: number | null
}

export interface PlacedRows {
  readonly rows: ReadonlyMap<string, PlacedRow>
  /** What of the column names no place of the map, or one that another row has. */
  readonly unplaced: readonly string[]
}

interface Columns {
  readonly entity: string
  readonly metric: string
  readonly second: string
}

export function placedRows(
  frame: Frame,
  { entity, metric, second }: Columns,
  find: (value: unknown) => string | null,
  isDrawn: (place: string) => boolean,
): PlacedRows {
  const [values, seconds] = [columnOf(frame, metric), columnOf(frame, second)]
  const rows = new Map<string, PlacedRow>()
  const unplaced: string[] = []
  for (const [row, key] of columnOf(frame, entity).entries()) {
    const place = find(key)
    if (place === null || !isDrawn(place) || rows.has(place)) unplaced.push(categoryText(key))
    else rows.set(place, { place, key, value: toNumber(values[row]), second: toNumber(seconds[row]) })
  }
  return { rows, unplaced }
}

/** Whether there is anything that a scale could be about. */
export const hasValues = ({ rows }: PlacedRows): boolean => [...rows.values()].some(({ value }) => value !== null)
