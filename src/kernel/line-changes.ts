import { diffArrays } from 'diff'

/** A line of a comparison: in both texts, only in the first, or only in the second. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond so many lines removed and added the texts are told apart as wholes, so that a comparison ends at once. */
const MAX_EDITS = 1_000

/** Two texts line by line, with as many lines in common as there are. */
export function lineChanges(before: string, after: string): ComparedLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const parts = diffArrays(a, b, { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, value: a },
    { added: true, value: b },
  ]
  return parts.flatMap(({ removed, added, value }) => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return value.map((text): ComparedLine => ({ kind, text }))
  })
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/))
