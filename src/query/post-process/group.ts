import { type Cell, type FrameColumn, keyText } from './frame.ts'
import { compareKeys } from './order.ts'

export interface Group {
  readonly key: readonly Cell[]
  readonly rows: readonly number[]
}

/** Rows by equal keys, in the order of the keys. Rows with a null in their key are left out unless kept. */
export function groupRows(columns: readonly FrameColumn[], rowCount: number, keepsNull = false): readonly Group[] {
  const groups = new Map<string, { key: Cell[]; rows: number[] }>()
  for (let row = 0; row < rowCount; row += 1) {
    const key = columns.map(({ values }) => values[row] ?? null)
    if (!keepsNull && key.includes(null)) continue
    const text = keyText(key)
    const group = groups.get(text)
    if (group) group.rows.push(row)
    else groups.set(text, { key, rows: [row] })
  }
  return [...groups.values()].toSorted((a, b) => compareKeys(a.key, b.key))
}
