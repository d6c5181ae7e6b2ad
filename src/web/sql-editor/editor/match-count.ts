import type { SearchQuery } from '@codemirror/search'
import type { EditorState } from '@codemirror/state'

export interface MatchCount {
  /** Which of them is selected, from 1; null where none is. */
  readonly at: number | null
  readonly count: number
  /** There are more than were counted. */
  readonly isMore: boolean
}

/** More than anybody goes through one by one. */
const MOST_COUNTED = 1_000

/** How often a text holds what is looked for; null where nothing is looked for or it cannot be. */
export function matchCount(state: EditorState, query: SearchQuery): MatchCount | null {
  if (!query.valid) return null
  const { from, to } = state.selection.main
  const matches = query.getCursor(state)
  let at: number | null = null
  let count = 0
  for (let next = matches.next(); !next.done; next = matches.next()) {
    if (count === MOST_COUNTED) return { at, count, isMore: true }
    count += 1
    if (next.value.from === from && next.value.to === to) at = count
  }
  return { at, count, isMore: false }
}
