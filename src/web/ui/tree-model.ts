/** A row of a tree as drawn: the tree is given flat, in order, so that ten thousand tables stay cheap. */
export interface TreeRow {
  readonly id: string
  readonly level: number
  readonly label: string
  readonly isExpandable: boolean
  readonly isExpanded: boolean
}

export type TreeMove =
  | { readonly move: 'focus'; readonly index: number }
  | { readonly move: 'toggle'; readonly index: number }
  | { readonly move: 'activate'; readonly index: number }

/** What a key means while row `at` has the focus (WAI-ARIA tree pattern). */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  const row = rows[at]
  if (!row) return rows.length > 0 ? { move: 'focus', index: 0 } : null
  switch (key) {
    case 'ArrowDown':
      return focusAt(Math.min(at + 1, rows.length - 1))
    case 'ArrowUp':
      return focusAt(Math.max(at - 1, 0))
    case 'Home':
      return focusAt(0)
    case 'End':
      return focusAt(rows.length - 1)
    case 'ArrowRight':
      return intoBranch(rows, row, at)
    case 'ArrowLeft':
      return row.isExpanded ? { move: 'toggle', index: at } : focusAt(parentOf(rows, at))
    case 'Enter':
    case ' ':
      return { move: 'activate', index: at }
    default:
      return key.length === 1 ? focusAt(nextByLetter(rows, at, key)) : null
  }
}

const focusAt = (index: number): TreeMove => ({ move: 'focus', index })

function intoBranch(rows: readonly TreeRow[], row: TreeRow, at: number): TreeMove | null {
  if (!row.isExpandable) return null
  return row.isExpanded ? focusAt(Math.min(at + 1, rows.length - 1)) : { move: 'toggle', index: at }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 0
  for (let i = at - 1; i >= 0; i--) if ((rows[i]?.level ?? 0) < level) return i
  return at
}

function nextByLetter(rows: readonly TreeRow[], at: number, letter: string): number {
  const begins = (row: TreeRow) => row.label.toLowerCase().startsWith(letter.toLowerCase())
  const after = rows.findIndex((row, i) => i > at && begins(row))
  const first = after >= 0 ? after : rows.findIndex(begins)
  return first >= 0 ? first : at
}
