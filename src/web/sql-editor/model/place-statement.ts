import { sqlTokens } from './sql-tokens.ts'

export interface PlacedStatement {
  /** What is added to the text, and where; nothing where the statement stands in it already. */
  readonly insert: string
  readonly at: number
  /** Where the statement begins then. */
  readonly from: number
}

/** The place of a statement in a text: where it stands there, else a place of its own below all others. */
export function placeStatement(text: string, sql: string): PlacedStatement {
  const known = text.indexOf(sql)
  if (known !== -1) return { insert: '', at: known, from: known }
  const gap = gapAfter(text)
  const at = text.trimEnd().length
  return { insert: gap + sql, at, from: at + gap.length }
}

/** Ends the last statement, on a line of its own where a comment would take the semicolon in. */
function gapAfter(text: string): string {
  const tokens = [...sqlTokens(text)].filter(({ kind }) => kind !== 'space')
  const content = tokens.findLast(({ kind }) => kind !== 'comment')
  if (content === undefined) return tokens.length === 0 ? '' : '\n\n'
  if (text.slice(content.from, content.to) === ';') return '\n\n'
  return tokens.at(-1) === content ? ';\n\n' : '\n;\n\n'
}
