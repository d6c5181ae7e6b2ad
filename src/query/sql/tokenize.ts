import type { Lexicon } from '../dialect.ts'

type TokenKind = 'space' | 'comment' | 'text' | 'name' | 'word' | 'number' | 'template' | 'symbol'

/** A piece of SQL. `text.slice(from, to)` of all tokens, joined, is the whole input again. */
export interface Token {
  readonly kind: TokenKind
  readonly from: number
  readonly to: number
  /** The text, quoted name or comment has no end. */
  readonly isOpen: boolean
}

const SPACE = /\s+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const NUMBER = /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const TEMPLATE_ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }

/** Cuts SQL into tokens. Never fails: what has no end is marked open. */
export function tokenize(sql: string, lexicon: Lexicon): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length; ) {
    const token = tokenAt(sql, at, lexicon)
    tokens.push(token)
    at = token.to
  }
  return tokens
}

function tokenAt(sql: string, from: number, lexicon: Lexicon): Token {
  const done = (kind: TokenKind, to: number, isOpen = false): Token => ({ kind, from, to, isOpen })
  const c = sql[from] ?? ''
  const space = match(SPACE, sql, from)
  if (space) return done('space', space)
  const comment = commentEnd(sql, from, lexicon)
  if (comment) return done('comment', comment.to, comment.isOpen)
  const templateEnd = TEMPLATE_ENDS[sql.slice(from, from + 2)]
  if (templateEnd) {
    const end = sql.indexOf(templateEnd, from + 2)
    if (end >= 0) return done('template', end + 2)
  }
  const quoted = quotedEnd(sql, from, lexicon)
  if (quoted) return done(quoted.kind, quoted.to, quoted.isOpen)
  const number = match(NUMBER, sql, from)
  if (number) return done('number', number)
  const word = match(WORD, sql, from)
  if (word) return done('word', word)
  return done('symbol', from + (c >= '\ud800' && c <= '\udbff' ? 2 : 1))
}

function match(pattern: RegExp, sql: string, from: number): number | null {
  pattern.lastIndex = from
  return pattern.test(sql) ? pattern.lastIndex : null
}

interface End {
  readonly to: number
  readonly isOpen: boolean
}

function commentEnd(sql: string, from: number, lexicon: Lexicon): End | null {
  const isLine = sql.startsWith('--', from) || (lexicon.hashComments && sql[from] === '#')
  if (isLine) {
    const end = sql.indexOf('\n', from)
    return { to: end < 0 ? sql.length : end, isOpen: false }
  }
  return sql.startsWith('/*', from) ? blockCommentEnd(sql, from, lexicon.nestedComments) : null
}

function blockCommentEnd(sql: string, from: number, isNested: boolean): End {
  let depth = 1
  for (let at = from + 2; at < sql.length; ) {
    if (sql.startsWith('*/', at)) {
      depth -= 1
      at += 2
      if (depth === 0) return { to: at, isOpen: false }
    } else if (isNested && sql.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else at += 1
  }
  return { to: sql.length, isOpen: true }
}

function quotedEnd(sql: string, from: number, lexicon: Lexicon): (End & { readonly kind: 'text' | 'name' }) | null {
  const c = sql[from] ?? ''
  if (c === "'") return { kind: 'text', ...closed(sql, from, "'", lexicon.backslashEscapes) }
  const close = lexicon.nameQuotes[c]
  if (close) return { kind: 'name', ...closed(sql, from, close, lexicon.backslashInNames ?? false) }
  if (c === '"') return { kind: 'text', ...closed(sql, from, '"', lexicon.backslashEscapes) }
  // E'...' of PostgreSQL and DuckDB knows the backslash whatever the engine's plain texts do.
  if ((c === 'e' || c === 'E') && sql[from + 1] === "'") return { kind: 'text', ...closed(sql, from + 1, "'", true) }
  if (c !== '$' || !lexicon.dollarQuotes) return null
  const opened = match(DOLLAR, sql, from)
  if (!opened) return null
  const end = sql.indexOf(sql.slice(from, opened), opened)
  return { kind: 'text', to: end < 0 ? sql.length : end + (opened - from), isOpen: end < 0 }
}

function closed(sql: string, from: number, close: string, hasBackslash: boolean): End {
  for (let at = from + 1; at < sql.length; at += 1) {
    const c = sql[at]
    if (c === '\\' && hasBackslash) at += 1
    else if (c === close) {
      if (sql[at + 1] !== close) return { to: at + 1, isOpen: false }
      at += 1
    }
  }
  return { to: sql.length, isOpen: true }
}

/** Tokens that mean something: no spaces, no comments. */
export function meaningful(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
}
