import { type Cell, columnNamed, type DataFrame, rowCount } from './frame.ts'
import { groupRows } from './group.ts'
import { compareCells } from './order.ts'

/** Adds `rank`: the place of a value among all, 0 to 1, equal values sharing their average place. */
export function rank(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  const { values } = columnNamed(frame, String(raw.metric))
  const group = raw.group_by === undefined || raw.group_by === null ? null : columnNamed(frame, String(raw.group_by))
  const ranks: Cell[] = Array.from({ length: rowCount(frame) }, () => null)
  for (const { rows } of groupRows(group ? [group] : [], rowCount(frame))) rankRows(values, rows, ranks)
  return { ...frame, columns: [...frame.columns, { key: ['rank'], type: 'float', values: ranks }] }
}

function rankRows(values: readonly Cell[], rows: readonly number[], ranks: Cell[]): void {
  const known = rows.filter((row) => values[row] !== null)
  const sorted = known.toSorted((a, b) => compareCells(values[a] ?? null, values[b] ?? null))
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && values[sorted[to] ?? 0] === values[sorted[from] ?? 0]) to += 1
    const place = (from + 1 + to) / 2 / sorted.length
    for (const row of sorted.slice(from, to)) ranks[row] = place
    from = to
  }
}
