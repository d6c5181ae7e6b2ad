import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { eachCell } from '../row-bytes.server.ts'

const DAY_MS = 86_400_000

/** Cells of an export by column: JSON scalars as text, null where there is none. */
export type SheetColumn = readonly (string | null)[]

/**
 * Columns of an answer (`[[1,2],["x","y"]]`) as the cells of an export: times as `2024-02-29 10:20:30`, days alone where
 * every time is midnight, True and False, numbers with all of their digits.
 */
export function sheetColumns(
  body: Uint8Array,
  generics: readonly GenericType[],
  kept: { readonly floats: readonly number[]; readonly numbers: readonly number[] },
): readonly SheetColumn[] {
  const floats = new Set(kept.floats)
  const numbers = new Set(kept.numbers)
  return columnsOf(body, generics.length).map((cells, i) => {
    if (generics[i] === GENERIC.time && !numbers.has(i)) return timeCells(cells)
    return cells.map((cell) => (cell === 'null' ? null : cellText(cell, floats.has(i))))
  })
}

function columnsOf(body: Uint8Array, count: number): string[][] {
  const inner = Buffer.from(body.buffer, body.byteOffset + 1, Math.max(0, body.byteLength - 2))
  const columns: string[][] = Array.from({ length: count }, () => [])
  eachCell(inner, (column, _row, from, to) => columns[column]?.push(inner.toString('utf8', from, to)))
  return columns
}

function cellText(cell: string, isFloat: boolean): string {
  if (cell === 'true') return 'True'
  if (cell === 'false') return 'False'
  if (cell.startsWith('"')) return JSON.parse(cell) as string
  return isFloat && /^-?\d+$/.test(cell) ? `${cell}.0` : cell
}

function timeCells(cells: readonly string[]): SheetColumn {
  const times = cells.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null))
  const areDays = times.every((ms) => ms === null || ms % DAY_MS === 0)
  return times.map((ms, i) => {
    if (ms === null) return cells[i] === 'null' ? null : cellText(cells[i] ?? '', false)
    const iso = new Date(ms).toISOString()
    if (areDays) return iso.slice(0, iso.indexOf('T'))
    return iso.replace('T', ' ').replace(/(\.000)?Z$/, '')
  })
}
