import { columnLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { columnOf, EMPTY_FRAME } from '../parts/frame.ts'
import { axesOf, type Level, levelKey, totalLevels } from './levels.ts'
import type { PivotTableOptions } from './options.ts'

/** Where the answer to a head of a row and a head of a column stands. */
export interface Place {
  readonly frame: Frame
  readonly row: number
}

export interface PivotAnswers {
  /** Values of the dimensions of a side that have cells, each combination once, in the order of the answer. */
  tuples(side: 'rows' | 'columns'): readonly (readonly unknown[])[]
  /** Null where the database has no such group. */
  find(rows: readonly unknown[], columns: readonly unknown[]): Place | null
}

/** The frames of the cells and of each level of totals, findable by the values of their groups. */
export function pivotAnswers(options: PivotTableOptions, frames: readonly Frame[]): PivotAnswers {
  const axes = axesOf(options)
  const names = { rows: axes.rows.dimensions.map(columnLabel), columns: axes.columns.dimensions.map(columnLabel) }
  const levels: readonly Level[] = [{ rows: names.rows.length, columns: names.columns.length }, ...totalLevels(options)]
  const found = new Map(
    levels.map((level, index) => {
      const frame = frames[index] ?? EMPTY_FRAME
      const groups = [...names.rows.slice(0, level.rows), ...names.columns.slice(0, level.columns)]
      return [levelKey(level), { frame, rowOf: rowsByKey(frame, groups) }] as const
    }),
  )
  const cells = frames[0] ?? EMPTY_FRAME
  return {
    tuples: (side) => {
      const columns = names[side].map((name) => columnOf(cells, name))
      const all = Array.from({ length: cells.rowCount }, (_, row) => columns.map((column) => column[row]))
      return [...new Map(all.map((values) => [JSON.stringify(values), values])).values()]
    },
    find: (rows, columns) => {
      const level = found.get(levelKey({ rows: rows.length, columns: columns.length }))
      const row = level?.rowOf.get(JSON.stringify([...rows, ...columns]))
      return level === undefined || row === undefined ? null : { frame: level.frame, row }
    },
  }
}

function rowsByKey(frame: Frame, groups: readonly string[]): ReadonlyMap<string, number> {
  const columns = groups.map((name) => columnOf(frame, name))
  return new Map(
    Array.from({ length: frame.rowCount }, (_, row) => [JSON.stringify(columns.map((column) => column[row])), row]),
  )
}
