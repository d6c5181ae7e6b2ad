import { DatabaseSync } from 'node:sqlite'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dialect } from '../query/dialect.ts'
import { judgeDuckdb } from './duckdb/gate.server.ts'
import { judgeTree } from './duckdb/gate.ts'
import { mysqlDialect } from './mysql/dialect.ts'
import { judgeWords as judgeMysqlWords } from './mysql/gate.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { judgeWords } from './postgres/gate.ts'
import { judgeSqlite } from './sqlite/judge.server.ts'
import { statementRanges } from './statements.ts'

const SEED = { seed: 20_240_515, numRuns: 400 } as const
const KNOWN = {
  builtIn: new Set<string>(),
  aggregates: new Set<string>(),
  ownFunctions: new Set<string>(),
  tables: new Set(['t']),
}

interface Gate {
  readonly name: string
  /** True when the text may run as a reading statement. */
  passes(sql: string): boolean | Promise<boolean>
}

let connection: DuckDBConnection
const sqlite = new DatabaseSync(':memory:')
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
  sqlite.exec('CREATE TABLE t(a, b)')
})
afterAll(() => {
  connection.closeSync()
  sqlite.close()
})

const open = async (judge: () => unknown) => {
  try {
    const verdict = (await judge()) as { readonly isReadOnly: boolean; readonly refusals: readonly string[] }
    return verdict.isReadOnly && verdict.refusals.length === 0
  } catch {
    return false
  }
}
/** The servers' gates read the words of one statement at a time. */
async function byStatement(sql: string, { lexicon }: Dialect, passes: (one: string) => Promise<boolean>) {
  const verdicts = await Promise.all(statementRanges(sql, lexicon).map((range) => passes(range.sql)))
  return verdicts.length > 0 && !verdicts.includes(false)
}
const GATES: readonly Gate[] = [
  { name: 'DuckDB', passes: (sql) => open(() => judgeDuckdb(connection, sql, KNOWN)) },
  { name: 'PostgreSQL', passes: (sql) => byStatement(sql, postgresDialect, (one) => open(() => judgeWords(one))) },
  { name: 'MySQL', passes: (sql) => byStatement(sql, mysqlDialect, (one) => open(() => judgeMysqlWords(one, true))) },
  { name: 'SQLite', passes: (sql) => open(() => judgeSqlite(sqlite, sql)) },
]

/** Statements that change something, run something else or reach outside, on any of the engines. */
const harm = fc.constantFrom(
  'DELETE FROM t',
  'INSERT INTO t VALUES (1, 2)',
  'UPDATE t SET a = 1',
  'DROP TABLE t',
  'CREATE TABLE u AS SELECT 1',
  'CREATE TEMP TABLE u(a int)',
  'ALTER TABLE t ADD COLUMN c INT',
  "ATTACH 'x.db' AS x",
  'VACUUM',
  'BEGIN',
  'COMMIT',
  'SET search_path = x',
  "COPY t TO 'x.csv'",
  'CALL f()',
  'GRANT ALL ON t TO u',
  'TRUNCATE t',
  "LOAD 'x'",
  'INSTALL httpfs',
  'PRAGMA database_list',
  'DO $$ BEGIN END $$',
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d',
)
/** Ways of hiding a statement that leave it one that runs. */
const disguise = fc.constantFrom<(sql: string) => string>(
  (sql) => sql,
  (sql) => `/* SELECT 1 */ ${sql}`,
  (sql) => `-- SELECT\n${sql}`,
  (sql) => `SELECT 1; ${sql}`,
  (sql) => `${sql}; SELECT 1`,
  (sql) => `;;${sql};`,
  (sql) => `SELECT ';' ; /* ; */ ${sql}`,
  (sql) => `EXPLAIN ANALYZE ${sql}`,
  (sql) => sql.toLowerCase(),
  (sql) => `(${sql})`,
  (sql) => `WITH x AS (SELECT 1) ${sql}`,
  (sql) => `\ufeff${sql}`,
)
const reading = fc.constantFrom(
  'SELECT 1',
  'SELECT a, count(*) FROM t GROUP BY a',
  "SELECT ';' AS x FROM t -- DROP TABLE t",
  'WITH x AS (SELECT a FROM t) SELECT * FROM x WHERE a > 1 ORDER BY a LIMIT 5',
  'SELECT "a" FROM t UNION ALL SELECT b FROM t',
  '/* DELETE FROM t */ SELECT max(b) FROM t',
)

describe.each(GATES)('the gate of $name', ({ passes }) => {
  it('lets nothing pass that does more than read, however it is dressed', async () => {
    await fc.assert(
      fc.asyncProperty(harm, fc.boolean(), disguise, disguise, async (sql, isWide, outer, inner) => {
        const text = outer(inner(isWide ? sql.replaceAll(' ', '\n\t') : sql))
        expect(await passes(text), text).toBe(false)
      }),
      SEED,
    )
  })

  it('lets a statement with a first word that it does not know not pass', async () => {
    const verb = fc
      .stringMatching(/^[A-Za-z]{3,12}$/)
      .filter((word) => !/^(select|with|values|from|table|explain|show|describe|desc|summarize)$/i.test(word))
    await fc.assert(
      fc.asyncProperty(verb, fc.constantFrom('', ' t', ' TABLE t', " 'x'", ' (1)', ' a = 1'), async (word, rest) => {
        expect(await passes(`${word}${rest}`)).toBe(false)
      }),
      SEED,
    )
  })

  it('lets what analysts write pass', async () => {
    await fc.assert(
      fc.asyncProperty(reading, fc.constantFrom('', ';', ' ;\n', '\n-- end'), async (sql, end) => {
        expect(await passes(sql + end), sql + end).toBe(true)
      }),
      { ...SEED, numRuns: 60 },
    )
  })
})

describe('the tree of DuckDB', () => {
  it.each([
    ['select sum(a) as total, count(*) from t limit 50000', true],
    ['select sum(a) from t having sum(a) > 1', true],
    ['select sum(a) from t group by b', false],
    ['select sum(a) from t group by grouping sets ((a), ())', false],
    ['select sum(a), b from t group by all', false],
    ['select sum(a) over () from t', false],
    ['select unnest([1, 2]), sum(a) from t', false],
    ['select sum(a) from t union all select sum(b) from t', false],
  ])('tells of %s whether it gives one row', async (sql, givesOneRow) => {
    const known = { ...KNOWN, aggregates: new Set(['sum', 'count', 'count_star']) }
    expect((await judgeDuckdb(connection, sql, known)).givesOneRow).toBe(givesOneRow)
  })

  it('is refused wherever it holds a part of a kind that is not known', () => {
    const name = fc.stringMatching(/^[A-Z]{3,10}_[A-Z]{3,10}$/).filter((kind) => !kind.endsWith('_TYPE_INFO'))
    const path = fc.array(
      fc.constantFrom('select_list', 'from_table', 'where_clause', 'children', 'left', 'subquery'),
      { maxLength: 6 },
    )
    const key = fc.constantFrom('type', 'class')
    fc.assert(
      fc.property(name, path, key, (kind, keys, as) => {
        const strange: unknown = as === 'type' ? { type: kind } : { class: kind, type: kind }
        const nested = keys.reduceRight<unknown>((inner, at) => ({ type: 'SELECT_NODE', [at]: [inner] }), strange)
        const { refusals } = judgeTree({ type: 'SELECT_NODE', select_list: [nested] }, KNOWN)
        const isKnown = ['SELECT_NODE', 'BASE_TABLE', 'TABLE_FUNCTION', 'CTE_NODE', 'SHOW_REF'].includes(kind)
        expect(refusals.length > 0 || isKnown, kind).toBe(true)
      }),
      SEED,
    )
  })
})
