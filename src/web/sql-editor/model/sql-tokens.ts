type TokenKind = 'word' | 'quoted' | 'string' | 'comment' | 'template' | 'number' | 'space' | 'symbol'

export interface Token {
  readonly kind: TokenKind
  readonly from: number
  readonly to: number
}

const RULES: readonly { readonly kind: TokenKind; readonly pattern: RegExp }[] = [
  { kind: 'space', pattern: /\s+/y },
  { kind: 'comment', pattern: /--[^\n]*/y },
  { kind: 'template', pattern: /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|\{#[\s\S]*?(?:#\}|$)/y },
  { kind: 'string', pattern: /'(?:[^']|'')*(?:'|$)/y },
  { kind: 'string', pattern: /\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/y },
  { kind: 'quoted', pattern: /"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)/y },
  { kind: 'number', pattern: /\d[\w.]*/y },
  { kind: 'word', pattern: /[\p{L}_][\p{L}\p{N}_$]*/uy },
]

/** Cuts SQL with templates into tokens, one after the other; every character belongs to exactly one. */
export function* sqlTokens(sql: string): Generator<Token> {
  let at = 0
  while (at < sql.length) {
    const token = sql.startsWith('/*', at) ? blockComment(sql, at) : tokenAt(sql, at)
    yield token
    at = token.to
  }
}

function tokenAt(sql: string, at: number): Token {
  for (const { kind, pattern } of RULES) {
    pattern.lastIndex = at
    const found = pattern.exec(sql)
    if (found !== null) return { kind, from: at, to: at + found[0].length }
  }
  return { kind: 'symbol', from: at, to: at + 1 }
}

/** Comments nest in DuckDB and PostgreSQL. */
function blockComment(sql: string, from: number): Token {
  const edge = /\/\*|\*\//g
  edge.lastIndex = from
  let depth = 0
  for (let found = edge.exec(sql); found !== null; found = edge.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return { kind: 'comment', from, to: edge.lastIndex }
  }
  return { kind: 'comment', from, to: sql.length }
}
