import type { Lexicon } from '../dialect.ts'
import { type Token, tokenize } from './tokenize.ts'

/** One statement with its place in the text. The semicolon at its end and the space around it are left out. */
export interface SqlStatement {
  readonly sql: string
  readonly from: number
  readonly to: number
}

/** Cuts a text into statements. Comments stay with the statement that follows them, or that they follow on its line. */
export function splitStatements(sql: string, lexicon: Lexicon): readonly SqlStatement[] {
  const statements: SqlStatement[] = []
  let part: Token[] = []
  const close = () => {
    const statement = statementOf(sql, part)
    if (statement) statements.push(statement)
    part = []
  }
  for (const token of tokenize(sql, lexicon)) {
    if (token.kind === 'symbol' && sql[token.from] === ';') close()
    else part.push(token)
  }
  close()
  return statements
}

/** Null for a part that says nothing: only space and comments. */
function statementOf(sql: string, tokens: readonly Token[]): SqlStatement | null {
  if (!tokens.some(({ kind }) => kind !== 'space' && kind !== 'comment')) return null
  const first = tokens.find(({ kind }) => kind !== 'space')
  const last = tokens.findLast(({ kind }) => kind !== 'space')
  if (!first || !last) return null
  return { sql: sql.slice(first.from, last.to), from: first.from, to: last.to }
}

/**
 * The statement at a place of the text: the one that holds it, else the one that ends before it on the same line, else
 * the next. Null when there is no statement at all.
 */
export function statementAt(sql: string, offset: number, lexicon: Lexicon): SqlStatement | null {
  const statements = splitStatements(sql, lexicon)
  const holding = statements.find(({ from, to }) => from <= offset && offset <= to)
  if (holding) return holding
  const before = statements.findLast(({ to }) => to < offset)
  if (before && !sql.slice(before.to, offset).includes('\n')) return before
  return statements.find(({ from }) => from > offset) ?? before ?? null
}

/** True when there is nothing to run: only space, comments and semicolons. */
export function isBlankSql(sql: string, lexicon: Lexicon): boolean {
  return splitStatements(sql, lexicon).length === 0
}
