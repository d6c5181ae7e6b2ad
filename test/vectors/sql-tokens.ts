import type { Lexicon } from '../../src/query/dialect.ts'
import { scan } from '../../src/query/sql/scan.ts'

/** The tokens of a text, joined by one blank, without comments. */
export function tokensOf(sql: string, lexicon: Lexicon): string {
  const texts = scan(sql, lexicon).map(({ text }) => text)
  const joined: string[] = []
  for (const text of texts) {
    const before = joined.at(-1)
    const isPair = before !== undefined && ['<>', '!=', '>=', '<=', '||', '::'].includes(before + text)
    if (isPair) joined[joined.length - 1] = before + text
    else joined.push(text)
  }
  return joined.join(' ')
}
