import type { Lexicon } from '../query/dialect.ts'
import { meaningful, tokenize } from '../query/sql/tokenize.ts'

export interface NamedTable {
  readonly catalog: string | null
  readonly schema: string | null
  readonly table: string
}

const OPENERS = new Set(['from', 'join', 'into', 'update'])

/** Tables that a text names after FROM, JOIN, INTO and UPDATE, for lists; what is run is judged by the engine itself. */
export function namedTables(sql: string, lexicon: Lexicon): readonly NamedTable[] {
  const tokens = meaningful(tokenize(sql, lexicon)).map((token) => ({
    kind: token.kind,
    text: sql.slice(token.from, token.to),
  }))
  const own = new Set(
    tokens.flatMap(({ text }, i) =>
      tokens[i + 1]?.text.toLowerCase() === 'as' && tokens[i + 2]?.text === '(' ? [text.toLowerCase()] : [],
    ),
  )
  const found = new Map<string, NamedTable>()
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'word' || !OPENERS.has(token.text.toLowerCase())) continue
    const parts = pathAt(tokens, i + 1)
    const table = parts.at(-1)
    if (table === undefined || (parts.length === 1 && own.has(table.toLowerCase()))) continue
    const name = { catalog: parts.at(-3) ?? null, schema: parts.at(-2) ?? null, table }
    found.set(JSON.stringify(name), name)
  }
  return [...found.values()]
}

function pathAt(tokens: readonly { readonly kind: string; readonly text: string }[], from: number): readonly string[] {
  const parts: string[] = []
  let at = from
  for (;;) {
    const token = tokens[at]
    if (token?.kind !== 'word' && token?.kind !== 'name') break
    parts.push(token.kind === 'name' ? token.text.slice(1, -1) : token.text)
    if (tokens[at + 1]?.text !== '.') return tokens[at + 1]?.text === '(' ? [] : parts
    at += 2
  }
  return []
}
