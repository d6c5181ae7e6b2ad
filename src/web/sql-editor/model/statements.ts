import { sqlTokens, type Token } from './sql-tokens.ts'

/** A statement without the blanks and comments before it and without its semicolon. */
export interface StatementRange {
  readonly from: number
  readonly to: number
}

/** The statements of a text, in order. Semicolons in texts, comments and templates do not count. */
export function statementRanges(sql: string): readonly StatementRange[] {
  const ranges: StatementRange[] = []
  let current = null as StatementRange | null
  for (const token of sqlTokens(sql)) {
    if (token.kind === 'symbol' && sql[token.from] === ';') {
      if (current !== null) ranges.push(current)
      current = null
    } else if (isContent(token)) {
      current = { from: current?.from ?? token.from, to: token.to }
    }
  }
  if (current !== null) ranges.push(current)
  return ranges
}

/** The statement at a place: the one around it, else the one before it on the same or an earlier line, else the next. */
export function statementAt(ranges: readonly StatementRange[], position: number): StatementRange | null {
  const around = ranges.find((range) => position >= range.from && position <= range.to + 1)
  if (around !== undefined) return around
  const before = ranges.findLast((range) => range.to < position)
  return before ?? ranges[0] ?? null
}

/** Looks no further than the first word, so that it is cheap for long texts. */
export function isBlankSql(sql: string): boolean {
  for (const token of sqlTokens(sql)) if (isContent(token) && sql[token.from] !== ';') return false
  return true
}

const DEFINING_WORDS = new Set(['create', 'drop', 'alter', 'rename'])

/** Whether a statement of a text makes, changes or removes tables. */
export const definesTables = (sql: string): boolean =>
  statementRanges(sql).some(({ from, to }) =>
    DEFINING_WORDS.has(/^\w*/.exec(sql.slice(from, to))?.[0].toLowerCase() ?? ''),
  )

const NAMING_WORDS = new Set(['from', 'into', 'update', 'table', 'view', 'describe', 'summarize', 'show'])
const SKIPPED_WORDS = new Set(['if', 'not', 'exists', 'only', 'lateral', 'as', 'or', 'replace'])

/** A short name for a statement: what its outermost FROM, or its object, is called. */
export function statementLabel(sql: string): string {
  const words = outerWords(sql)
  const at = words.findIndex((word) => NAMING_WORDS.has(word.toLowerCase()))
  const name = at === -1 ? undefined : words.slice(at + 1).find((word) => !SKIPPED_WORDS.has(word.toLowerCase()))
  return unquote(name ?? words[0] ?? '')
}

/** Words outside brackets; 'a.b' counts as its last part. */
function outerWords(sql: string): readonly string[] {
  const words: string[] = []
  let depth = 0
  let isPart = false
  for (const token of sqlTokens(sql)) {
    const text = sql.slice(token.from, token.to)
    depth += DEPTH[text] ?? 0
    if (text === '.') isPart = true
    if (depth > 0 || !isName(token)) continue
    if (isPart) words.pop()
    words.push(text)
    isPart = false
  }
  return words
}

const DEPTH: Readonly<Record<string, number>> = { '(': 1, ')': -1 }
const isName = (token: Token): boolean => token.kind === 'word' || token.kind === 'quoted'

const unquote = (name: string): string => name.replace(/^["`](.*)["`]$/s, '$1')

const isContent = (token: Token): boolean => token.kind !== 'space' && token.kind !== 'comment'
