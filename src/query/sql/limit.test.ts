import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDARD_LEXICON } from '../dialect.ts'
import { limitOf, withLimit, withoutLimit } from './limit.ts'

const lexicon = STANDARD_LEXICON

describe('withoutLimit', () => {
  it.each([
    ['SELECT * FROM t LIMIT 50000', 'SELECT * FROM t LIMIT ALL', 50_000],
    ['SELECT * FROM t LIMIT 50000 OFFSET 5; -- end', 'SELECT * FROM t LIMIT ALL OFFSET 5; -- end', 50_000],
    [
      'SELECT * FROM (SELECT 1 ORDER BY 1 LIMIT 9) q LIMIT 8',
      'SELECT * FROM (SELECT 1 ORDER BY 1 LIMIT 9) q LIMIT ALL',
      8,
    ],
  ])('%s', (sql, expected, rows) => {
    expect(withoutLimit(sql, lexicon)).toEqual({ sql: expected, rows })
  })
  it.each([
    'SELECT * FROM t',
    'SELECT * FROM t LIMIT ALL',
    'SELECT * FROM t LIMIT 5, 10',
    'SELECT * FROM t LIMIT 10%',
    'SELECT * FROM t ORDER BY a LIMIT 50000',
    'SELECT * FROM t FETCH FIRST 500 ROWS ONLY',
    'EXPLAIN SELECT * FROM t LIMIT 5',
    "SELECT 'LIMIT 1000'",
  ])('leaves %s as it is', (sql) => {
    expect(withoutLimit(sql, lexicon)).toBeNull()
  })
})

describe('withLimit', () => {
  it.each([
    ['SELECT * FROM t', 'SELECT * FROM t\nLIMIT 100'],
    ['SELECT * FROM t LIMIT 10', 'SELECT * FROM t LIMIT 10'],
    ['SELECT * FROM t LIMIT 1000', 'SELECT * FROM t LIMIT 100'],
    ['SELECT * FROM t LIMIT 1000 OFFSET 5', 'SELECT * FROM t LIMIT 100 OFFSET 5'],
    ['SELECT * FROM t LIMIT 5, 1000', 'SELECT * FROM t LIMIT 5, 100'],
    ['SELECT * FROM t LIMIT ALL', 'SELECT * FROM t LIMIT 100'],
    ['SELECT * FROM t -- c', 'SELECT * FROM t\nLIMIT 100 -- c'],
    ['SELECT * FROM t; -- end', 'SELECT * FROM t\nLIMIT 100; -- end'],
    ['SELECT * FROM (SELECT * FROM t LIMIT 5000) q', 'SELECT * FROM (SELECT * FROM t LIMIT 5000) q\nLIMIT 100'],
    ['WITH x AS (SELECT 1 LIMIT 3) SELECT * FROM x', 'WITH x AS (SELECT 1 LIMIT 3) SELECT * FROM x\nLIMIT 100'],
    ['SELECT 1 UNION SELECT 2 LIMIT 500', 'SELECT 1 UNION SELECT 2 LIMIT 100'],
    ['SELECT * FROM t FETCH FIRST 500 ROWS ONLY', 'SELECT * FROM t FETCH FIRST 100 ROWS ONLY'],
    ['SELECT * FROM t FOR UPDATE', 'SELECT * FROM t\nLIMIT 100 FOR UPDATE'],
    [
      "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
      "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'\nLIMIT 100",
    ],
    ["SELECT 'LIMIT 1000'", "SELECT 'LIMIT 1000'\nLIMIT 100"],
    ['SELECT t.limit FROM t', 'SELECT t.limit FROM t\nLIMIT 100'],
    ['SHOW TABLES', 'SHOW TABLES'],
    ['INSERT INTO t SELECT 1', 'INSERT INTO t SELECT 1'],
    ['WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', 'WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x'],
    ['SELECT * FROM t LIMIT 10%', 'SELECT * FROM t LIMIT 10%'],
    ['(SELECT 1)', '(SELECT 1)\nLIMIT 100'],
  ])('%s', (sql, expected) => {
    expect(withLimit(sql, 100, lexicon)).toBe(expected)
  })

  const part = fc.constantFrom(
    'a',
    "'x -- y'",
    '/* LIMIT 9 */',
    '-- LIMIT 8\n',
    '"limit"',
    '(SELECT 1 LIMIT 700)',
    'b.c',
    '1.5',
  )

  it('touches nothing but the number of the outer limit', () => {
    fc.assert(
      fc.property(fc.array(part), fc.nat(100_000), fc.integer({ min: 1, max: 5000 }), (parts, own, rows) => {
        const head = `SELECT 1 FROM t WHERE f(${parts.join(', ')}\n)`
        expect(withLimit(`${head} LIMIT ${own} -- end`, rows, lexicon)).toBe(
          `${head} LIMIT ${Math.min(own, rows)} -- end`,
        )
        expect(withLimit(`${head} -- end`, rows, lexicon)).toBe(`${head}\nLIMIT ${rows} -- end`)
      }),
    )
  })

  it('bounds what it has bounded already no further', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (parts, rows) => {
        const once = withLimit(`SELECT ${parts.join(', ')}\nFROM t`, rows, lexicon)
        expect(withLimit(once, rows, lexicon)).toBe(once)
      }),
    )
  })
})

describe('limitOf', () => {
  it.each([
    ['SELECT 1', null],
    ['SELECT 1 LIMIT 7', 7],
    ['SELECT * FROM (SELECT 1 LIMIT 7)', null],
    ['SELECT 1 LIMIT :n', null],
  ])('%s', (sql, expected) => expect(limitOf(sql, lexicon)).toBe(expected))
})
