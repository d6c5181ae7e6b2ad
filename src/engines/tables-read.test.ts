import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableReferences } from '../query/sql/tables.ts'
import { duckdbDialect } from './duckdb/dialect.ts'
import { judgeDuckdb } from './duckdb/gate.server.ts'

const KNOWN = {
  builtIn: new Set<string>(),
  aggregates: new Set<string>(),
  ownFunctions: new Set<string>(),
  tables: new Set<string>(),
}
const table = fc.constantFrom('t', 'u', 'x', 'y', 'main.t', 'other.w', '"T x"', '"from"', '"a""b"')
const commonName = fc.constantFrom('x', 'y', 't')
const COLUMNS = "a, extract(year FROM d) AS e, trim(BOTH 'x' FROM b)"

/** Queries of many shapes, whose common names are names of tables as well. */
const { query } = fc.letrec<{ query: string; from: string; tail: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(tie('from'), tie('tail')).map(([from, tail]) => `SELECT ${COLUMNS} FROM ${from}${tail}`),
    tie('from').map((from) => `FROM ${from} SELECT a`),
    fc.tuple(commonName, tie('query'), tie('query')).map(([name, body, main]) => `WITH ${name} AS (${body}) ${main}`),
    fc
      .tuple(commonName, commonName, tie('query'), tie('query'), tie('query'))
      .map(([a, b, first, second, main]) => `WITH ${a}(a) AS (${first}), ${b} AS MATERIALIZED (${second}) ${main}`),
    fc
      .tuple(commonName, tie('from'), tie('query'))
      .map(
        ([name, from, main]) =>
          `WITH RECURSIVE ${name} AS (SELECT a FROM ${from} UNION ALL SELECT a FROM ${name}) ${main}`,
      ),
    fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) UNION ALL (${b})`),
    tie('query').map((inner) => `SELECT (${inner}) AS s, a IS DISTINCT FROM b FROM t`),
  ),
  from: fc.oneof(
    { maxDepth: 3 },
    table,
    fc.tuple(table, fc.constantFrom('q', 'AS q', '"q r"')).map(([name, alias]) => `${name} ${alias}`),
    fc.tuple(tie('query'), fc.constantFrom('', ' q', ' AS q(a)')).map(([inner, alias]) => `(${inner})${alias}`),
    fc
      .tuple(
        tie('from'),
        fc.constantFrom(' JOIN ', ' LEFT JOIN ', ' CROSS JOIN ', ', ', ' NATURAL JOIN ', ' SEMI JOIN '),
        tie('from'),
      )
      .map(([a, join, b]) => `${a}${join}${b}${/^ (JOIN|LEFT|SEMI)/.test(join) ? ' ON true' : ''}`),
    fc.tuple(table, table).map(([a, b]) => `(${a} JOIN ${b} USING (a))`),
    fc.constantFrom(
      'range(3)',
      'unnest([1, 2]) r',
      '(VALUES (1), (2)) z(a)',
      't TABLESAMPLE 10%',
      't, LATERAL (SELECT * FROM u) l',
    ),
  ),
  tail: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      '',
      ' WHERE a > 1 -- FROM z\n',
      ' /* JOIN q */ GROUP BY a',
      ' ORDER BY a LIMIT 3',
      " WHERE b = 'FROM q'",
    ),
    tie('query').map((inner) => ` WHERE a IN (${inner})`),
    tie('query').map((inner) => ` WHERE EXISTS (${inner}) ORDER BY a`),
  ),
}))

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => connection.closeSync())

const names = (all: readonly (readonly (string | null)[])[]) =>
  [
    ...new Set(
      all.map((parts) =>
        parts
          .filter((part) => part !== null)
          .join('.')
          .toLowerCase(),
      ),
    ),
  ].toSorted()

it('finds the tables by their words that DuckDB finds in its tree', async () => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      const verdict = await judgeDuckdb(connection, sql, KNOWN).catch(() => null)
      if (verdict?.isReadOnly !== true) return
      read += 1
      const own = tableReferences(sql, duckdbDialect.lexicon).map(({ parts }) => parts)
      expect(names(own), sql).toEqual(names(verdict.tables.map(({ catalog, schema, name }) => [catalog, schema, name])))
    }),
    { seed: 7, numRuns: 500 },
  )
  expect(read).toBeGreaterThan(150)
})
