/** A place in a statement, for the editor. */
export interface Place {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** From 0, in UTF-16 units. */
  readonly offset: number
  /** The line with a caret under the place. */
  readonly excerpt: string
}

const BEFORE_CARET = 60
const SHOWN = 100

/** The place at an offset (UTF-16 units from 0) of a text. */
export function placeAt(sql: string, offset: number): Place {
  const lineStart = sql.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = sql.indexOf('\n', offset)
  const line = sql.slice(0, offset).split('\n').length
  const column = offset - lineStart + 1
  const head = `LINE ${line}: `
  const cut = Math.max(0, column - BEFORE_CARET)
  const shown = sql.slice(lineStart, lineEnd < 0 ? sql.length : lineEnd).slice(cut, cut + SHOWN)
  return { line, column, offset, excerpt: `${head}${shown}\n${' '.repeat(head.length + column - 1 - cut)}^` }
}

/** The offset in UTF-16 units of a position that counts code points from 1; null when the text is shorter. */
export function offsetOfCodePoint(sql: string, position: number): number | null {
  if (!Number.isSafeInteger(position) || position < 1) return null
  let offset = 0
  let left = position - 1
  for (const character of sql) {
    if (left === 0) break
    offset += character.length
    left -= 1
  }
  return left > 0 ? null : offset
}
