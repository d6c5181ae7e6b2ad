import { describe, expect, it } from 'vitest'
import { duckdbDialect } from '../../engines/duckdb/dialect.ts'
import { guardTables, type TableRule } from './guard.ts'
import { tableReferences } from './tables.ts'

const tables = (sql: string) => tableReferences(sql, duckdbDialect.lexicon).map(({ parts }) => parts.join('.'))

describe('tableReferences', () => {
  it.each([
    ['SELECT * FROM t', ['t']],
    ['SELECT * FROM a.b.c x JOIN "D e" ON true, f', ['a.b.c', 'D e', 'f']],
    ['SELECT (SELECT max(id) FROM u) FROM t', ['u', 't']],
    ['WITH x AS (SELECT * FROM t) SELECT * FROM x', ['t']],
    ['WITH t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
    ['WITH RECURSIVE x(n) AS (SELECT 1 UNION SELECT n + 1 FROM x) SELECT * FROM x', []],
    ["SELECT extract(year FROM d), trim(BOTH 'a' FROM b) FROM t", ['t']],
    ['SELECT * FROM t WHERE a IS DISTINCT FROM b', ['t']],
    ['SELECT * FROM range(10), t', ['t']],
    ['SELECT * FROM (a JOIN b USING (id)) q', ['a', 'b']],
    ['SELECT * FROM t WHERE EXISTS (FROM u)', ['t', 'u']],
    ['SELECT * FROM t -- FROM x\nUNION ALL SELECT * FROM u', ['t', 'u']],
    ["SELECT 'FROM x' FROM t", ['t']],
    ['SELECT (WITH t AS (SELECT 1) SELECT * FROM t) FROM t', ['t']],
    ['(WITH x AS (SELECT 1) SELECT * FROM x) UNION (SELECT * FROM x)', ['x']],
    ['WITH a AS (WITH RECURSIVE n AS (SELECT 1) SELECT * FROM n), t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
    ['WITH RECURSIVE x AS ((SELECT 1) UNION SELECT * FROM x) SELECT * FROM x', []],
    ['SELECT * FROM a WHERE b IN (SELECT c FROM d) ORDER BY e', ['a', 'd']],
  ])('%s', (sql, expected) => expect(tables(sql)).toEqual(expected))

  it.each([
    ['SELECT * FROM t ARRAY JOIN arr AS x', ['t']],
    ['SELECT * FROM t LEFT ARRAY JOIN a, b JOIN u USING (id), v', ['t', 'u', 'v']],
  ])('finds no table in the arrays of %s', (sql, expected) => expect(tables(sql)).toEqual(expected))
})

describe('guardTables', () => {
  const inMain = (table: TableRule['table']) => ({ ...table, schema: table.schema ?? 'main' })
  const rule = { table: { catalog: null, schema: 'main', name: 't' }, predicate: "owner = 'me'" }
  const guard = (sql: string) => guardTables(sql, [rule], inMain, duckdbDialect).sql

  it.each([
    ['SELECT * FROM t', 'SELECT * FROM (SELECT * FROM t WHERE (owner = \'me\'\n)) AS "t"'],
    ['SELECT x.a FROM main.T AS x', "SELECT x.a FROM (SELECT * FROM main.T WHERE (owner = 'me'\n)) AS x"],
    ['SELECT * FROM other.t', 'SELECT * FROM other.t'],
    ['SELECT * FROM u', 'SELECT * FROM u'],
  ])('%s', (sql, expected) => expect(guard(sql)).toBe(expected))

  it('names every table that it replaced', () => {
    const { guarded } = guardTables('SELECT * FROM t, u, "t" b', [rule], inMain, duckdbDialect)
    expect(guarded.map(({ name }) => name)).toEqual(['t', 't'])
  })
})
