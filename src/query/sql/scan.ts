import type { Lexicon } from '../dialect.ts'
import { meaningful, type Token, tokenize } from './tokenize.ts'

/** A token that means something, with its text and how many brackets are open around it. */
export interface Word extends Token {
  readonly text: string
  /** The text in capitals for a bare word, else empty. */
  readonly word: string
  readonly depth: number
}

/** The meaningful tokens of a text with their depth. A bracket has the depth outside of it. */
export function scan(sql: string, lexicon: Lexicon): readonly Word[] {
  let depth = 0
  return meaningful(tokenize(sql, lexicon)).map((token): Word => {
    const text = sql.slice(token.from, token.to)
    if (text === ')' || text === ']') depth -= 1
    const word = { ...token, text, word: token.kind === 'word' ? text.toUpperCase() : '', depth }
    if (text === '(' || text === '[') depth += 1
    return word
  })
}
