import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../engines/dialects.ts'
import { withLimit } from './limit.ts'
import { splitStatements } from './split.ts'
import { meaningful, tokenize } from './tokenize.ts'

const SEED = { seed: 20_240_515, numRuns: 1500 } as const

const lexicon = fc.constantFrom(...DIALECTS).map((dialect) => dialect.lexicon)
const piece = fc.constantFrom(
  'SELECT',
  'FROM t',
  'WHERE a = 1',
  'UNION ALL',
  'WITH x AS (SELECT 1 LIMIT 2)',
  'LIMIT',
  'limit 7',
  'LIMIT 2, 900',
  'LIMIT ALL',
  'OFFSET 3',
  'FETCH FIRST 5000 ROWS ONLY',
  'FOR UPDATE',
  'ORDER BY 1',
  '(SELECT 2 LIMIT 50)',
  "'it''s -- ; '",
  '"na;me"',
  '`b;t`',
  '$$ ; $$',
  "E'\\'; '",
  '-- ; LIMIT 3\n',
  '/* ; LIMIT 4 */',
  '# ;\n',
  '{{ limit(";") }}',
  '1e5',
  '*',
  ',',
  ';',
  "'",
  '"',
  '/*',
  '(',
  ')',
)
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(' '))

describe('any text', () => {
  it('is touched by the limiter in one place only: a number, or a LIMIT that is added', () => {
    fc.assert(
      fc.property(text, lexicon, fc.integer({ min: 1, max: 6000 }), (rest, words, rows) => {
        const sql = `SELECT a ${rest}`
        const got = withLimit(sql, rows, words)
        if (got === sql) return
        const { removed, added } = difference(sql, got)
        const isNumber = /^(\d*|ALL)$/.test(removed) && /^\d*$/.test(added)
        expect(isNumber || (removed === '' && added.includes(`LIMIT ${rows}`)), `${sql} -> ${got}`).toBe(true)
        expect(quotes(got, words)).toEqual(quotes(sql, words))
      }),
      SEED,
    )
  })

  it('is cut by the splitter between statements only, and a statement is not cut again', () => {
    fc.assert(
      fc.property(text, lexicon, (sql, words) => {
        const parts = splitStatements(sql, words)
        const kept = parts.flatMap((part) =>
          meaningful(tokenize(part.sql, words)).map((token) => part.sql.slice(token.from, token.to)),
        )
        const all = meaningful(tokenize(sql, words)).map((token) => sql.slice(token.from, token.to))
        expect(kept).toEqual(all.filter((token) => token !== ';'))
        for (const part of parts) {
          expect(sql.slice(part.from, part.to)).toBe(part.sql)
          expect(splitStatements(part.sql, words).map((again) => again.sql)).toEqual([part.sql])
        }
      }),
      SEED,
    )
  })

  it('is cut in the same places when statements stand one after the other', () => {
    const whole = fc
      .tuple(text, text, lexicon)
      .filter(([first, , words]) => tokenize(first, words).every(({ isOpen }) => !isOpen))
    fc.assert(
      fc.property(whole, ([first, second, words]) => {
        const texts = (sql: string) => splitStatements(sql, words).map((part) => part.sql)
        expect(texts(`${first}\n;\n${second}`)).toEqual([...texts(first), ...texts(second)])
      }),
      SEED,
    )
  })
})

/** Texts, names and comments, which no one may change. */
const quotes = (sql: string, words: Parameters<typeof tokenize>[1]) =>
  tokenize(sql, words)
    .filter(({ kind }) => kind === 'text' || kind === 'name' || kind === 'comment' || kind === 'template')
    .map(({ from, to }) => sql.slice(from, to))

function difference(before: string, after: string): { readonly removed: string; readonly added: string } {
  let from = 0
  while (from < before.length && before[from] === after[from]) from += 1
  let end = 0
  while (end < before.length - from && end < after.length - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { removed: before.slice(from, before.length - end), added: after.slice(from, after.length - end) }
}
