import { DatabaseSync } from 'node:sqlite'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { judgeDuckdb, ParseFailure } from '../../src/engines/duckdb/gate.server.ts'
import { judgeWords as judgeMysqlWords } from '../../src/engines/mysql/gate.ts'
import { judgeWords } from '../../src/engines/postgres/gate.ts'
import { judgeSqlite } from '../../src/engines/sqlite/judge.server.ts'

/** What the gate of an engine says of a text: why it is refused, or that the engine cannot read it. */
export type Judged = { readonly refusals: readonly string[] } | { readonly isUnreadable: true }

let duckdb: Promise<DuckDBConnection> | null = null

/**
 * The product's own gate of an engine, on the real engine where it runs in this process. `denied` are functions to be
 * refused besides. Null for an engine whose gate needs its server.
 */
export async function judged(engine: string, sql: string, denied: readonly string[] = []): Promise<Judged | null> {
  if (engine === 'duckdb') return judgedByDuckdb(sql, denied)
  if (engine === 'sqlite') return judgedBySqlite(sql)
  if (engine === 'postgres') return judgedByWords(judgeWords(sql), denied)
  return engine === 'mysql' ? judgedByWords(judgeMysqlWords(sql, true), denied) : null
}

const TABLES = `
  CREATE TABLE t AS SELECT range AS id, range % 7 AS x, range % 5 AS y, range % 3 AS a, range % 4 AS b, 'x' || range AS c,
    CASE WHEN range % 2 = 0 THEN 'me' ELSE 'you' END AS owner FROM range(40);
  CREATE TABLE u AS SELECT id, a, CASE WHEN id % 3 > 0 THEN b END AS b, c, owner FROM t WHERE id > 3;
  CREATE TABLE a AS SELECT * FROM t WHERE id < 9;
  CREATE SCHEMA other; CREATE TABLE other.t AS FROM t; CREATE TABLE other.u AS FROM u;
  ATTACH ':memory:' AS c2; CREATE TABLE c2.main.t AS FROM t; CREATE TABLE c2.main.u AS FROM u`

/** Rows of a text on a DuckDB with some small tables, in an order of their own; null for a text that cannot run. */
export async function rowsOf(sql: string): Promise<readonly string[] | null> {
  const connection = await connected()
  try {
    const reader = await connection.runAndReadAll(sql.replaceAll('`', '"'))
    return reader
      .getRowsJson()
      .map((row) => JSON.stringify(row))
      .toSorted()
  } catch {
    return null
  }
}

function connected(): Promise<DuckDBConnection> {
  duckdb ??= DuckDBInstance.create(':memory:').then(async (instance) => {
    const connection = await instance.connect()
    await connection.run(TABLES)
    return connection
  })
  return duckdb
}

interface Words {
  readonly refusals: readonly string[]
  readonly called: readonly string[]
}
const judgedByWords = ({ refusals, called }: Words, denied: readonly string[]): Judged => ({
  refusals: [...refusals, ...denied.filter((name) => called.includes(name)).map((name) => `${name} is called`)],
})

async function judgedByDuckdb(sql: string, denied: readonly string[]): Promise<Judged> {
  const known = {
    builtIn: new Set<string>(),
    aggregates: new Set<string>(),
    ownFunctions: new Set(denied),
    tables: new Set<string>(),
  }
  try {
    const { refusals, isReadOnly } = await judgeDuckdb(await connected(), sql, known)
    return { refusals: isReadOnly ? refusals : [...refusals, 'not read only'] }
  } catch (error) {
    if (error instanceof ParseFailure) return { isUnreadable: true }
    throw error
  }
}

function judgedBySqlite(sql: string): Judged {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec('CREATE TABLE t(a, b, c); CREATE TABLE u(a, b, c)')
    return { refusals: judgeSqlite(database, sql).refusals }
  } catch {
    return { isUnreadable: true }
  } finally {
    database.close()
  }
}

/** Ends what the gates opened. */
export async function closeGates(): Promise<void> {
  const connection = await duckdb
  duckdb = null
  connection?.closeSync()
}
