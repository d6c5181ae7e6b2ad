import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDARD_LEXICON } from '../dialect.ts'
import { isBlankSql, splitStatements, statementAt } from './split.ts'

const lexicon = { ...STANDARD_LEXICON, dollarQuotes: true, nestedComments: true }
const texts = (sql: string) => splitStatements(sql, lexicon).map((statement) => statement.sql)

describe('splitStatements', () => {
  it.each([
    ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ["SELECT ';'; SELECT 2;", ["SELECT ';'", 'SELECT 2']],
    ['SELECT 1 -- a;b\n; SELECT 2', ['SELECT 1 -- a;b', 'SELECT 2']],
    ['SELECT $$a;b$$; SELECT $q$;$q$', ['SELECT $$a;b$$', 'SELECT $q$;$q$']],
    ['SELECT "a;b"', ['SELECT "a;b"']],
    ['/* a; /* b; */ c; */ SELECT 1', ['/* a; /* b; */ c; */ SELECT 1']],
    ['SELECT {{ a(";") }}; SELECT 2', ['SELECT {{ a(";") }}', 'SELECT 2']],
    [';;;', []],
    ['-- only a comment', []],
  ])('cuts %s', (sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  it('leaves nothing out but semicolons, space and comments', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("'a;b'", 'SELECT', ';', '-- c\n', '/* ; */', '"x;"', ' ', '1', '$$;$$')),
        (parts) => {
          const sql = parts.join(' ')
          const kept = splitStatements(sql, lexicon)
          expect(kept.every(({ from, to, sql: text }) => sql.slice(from, to) === text)).toBe(true)
          const words = sql.match(/SELECT/g)?.length ?? 0
          expect(
            kept
              .map((statement) => statement.sql)
              .join(' ')
              .match(/SELECT/g)?.length ?? 0,
          ).toBe(words)
        },
      ),
    )
  })

  it('never fails on any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (sql) => splitStatements(sql, lexicon).length >= 0))
  })
})

describe('statementAt', () => {
  const sql = 'SELECT 1;  \n\nSELECT 2 ; SELECT 3'
  it.each([
    [0, 'SELECT 1'],
    [9, 'SELECT 1'],
    [10, 'SELECT 1'],
    [12, 'SELECT 2'],
    [15, 'SELECT 2'],
    [sql.length, 'SELECT 3'],
  ])('at %i', (offset, expected) => {
    expect(statementAt(sql, offset, lexicon)?.sql).toBe(expected)
  })
})

describe('isBlankSql', () => {
  it.each(['', '  ', '-- a', '/* b */ ;', ';'])('sees nothing to run in %j', (sql) => {
    expect(isBlankSql(sql, lexicon)).toBe(true)
  })
  it('sees a statement', () => expect(isBlankSql('-- a\nSELECT 1', lexicon)).toBe(false))
})
