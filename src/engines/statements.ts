import type { Lexicon } from '../query/dialect.ts'
import { tokenize } from '../query/sql/tokenize.ts'

/** One statement of a text: its text from the first word to the last, and where it lies (UTF-16 offsets). */
export interface StatementRange {
  readonly sql: string
  readonly from: number
  readonly to: number
  /** First word in lower case, null when there is none. */
  readonly verb: string | null
}

/** Cuts a text at the semicolons between statements. Comments belong to the statement they stand in or before. */
export function statementRanges(sql: string, lexicon: Lexicon): readonly StatementRange[] {
  const ranges: StatementRange[] = []
  let from: number | null = null
  let to = 0
  let verb: string | null = null
  let hasCode = false
  const close = () => {
    if (hasCode && from !== null) ranges.push({ sql: sql.slice(from, to), from, to, verb })
    from = null
    verb = null
    hasCode = false
  }
  for (const token of tokenize(sql, lexicon)) {
    if (token.kind === 'space') continue
    const text = sql.slice(token.from, token.to)
    if (token.kind === 'symbol' && text === ';') {
      close()
      continue
    }
    from ??= token.from
    to = token.to
    if (token.kind === 'comment') continue
    hasCode = true
    if (token.kind === 'word') verb ??= text.toLowerCase()
  }
  close()
  return ranges
}
