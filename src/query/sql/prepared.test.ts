import { describe, expect, it } from 'vitest'
import { type Dialect, STANDARD_LEXICON } from '../dialect.ts'
import { writtenOut } from './prepared.ts'

const dialect = { lexicon: STANDARD_LEXICON, preparesFrom: true } as Dialect
const script = (...statements: readonly string[]) => {
  let from = 0
  const ranges = statements.map((sql) => {
    const range = { sql, from, to: from + sql.length }
    from = range.to + 2
    return range
  })
  return writtenOut(ranges, dialect).map(({ meant }) => meant?.sql ?? null)
}

describe('what a script prepares', () => {
  it.each([
    [
      ['prepare p from select 1', 'execute P', 'deallocate prepare p'],
      ['select 1', 'select 1', null],
    ],
    [
      ['prepare "a b" from select ?', 'execute "a b" using \'?\''],
      [null, "select  '?' "],
    ],
    [
      ['prepare p from select ?, "?" -- ?\nlimit ?', 'execute p using f(1, 2), 3'],
      [null, 'select  (f(1, 2)) , "?" -- ?\nlimit  3 '],
    ],
    [["execute immediate 'select ''a'', ?' using -1"], ["select 'a',  (-1) "]],
    [
      ['prepare p', 'execute p extra'],
      ['prepare p', 'execute p extra'],
    ],
  ])('means %j', (statements, meant) => {
    expect(script(...statements)).toEqual(meant)
  })

  it.each([
    [['execute p']],
    [['prepare p from select 1', 'deallocate prepare p', 'execute p']],
    [['prepare p from select ?', 'execute p']],
    [['prepare p from select ?', 'execute p using 1, 2']],
    [['prepare p from select ?', 'execute p using 1,']],
    [['prepare p from select ?', 'execute p using 1) union (select 2']],
    [['execute constructor']],
  ])('refuses %j', (statements) => {
    expect(() => script(...statements)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('says where a text stands that runs as it was written', () => {
    const sql = 'prepare p from select 1'
    const [, run] = writtenOut(
      [
        { sql, from: 5, to: 5 + sql.length },
        { sql: 'execute p', from: 40, to: 49 },
      ],
      dialect,
    )
    expect(run?.meant).toEqual({ sql: 'select 1', from: 20, to: 28 })
  })
})
