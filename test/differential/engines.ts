import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { describe } from 'vitest'
import { duckdbFile } from '../duckdb-file.ts'
import { describeMariaDb, startMariaDb } from '../mariadb.ts'
import { describePostgres, startPostgres } from '../postgres.ts'
import type { TypeName, Value } from './tables.ts'

/** A database with the generated table, and a way past the product to ask it. */
export interface Opened {
  readonly uri: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly schema: string
  /** Rows as arrays, as the engine's own client gives them. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>
  stop(): Promise<void>
}

/** How an engine is opened, and how the same question is written for it by hand. */
export interface Engine {
  readonly name: string
  readonly describe: (name: string, tests: () => void) => void
  readonly types: Readonly<Record<TypeName, string>>
  quote(name: string): string
  text(value: string): string
  /** The beginning of the bucket in which a time lies, as `YYYY-MM-DD HH:MM:SS`. */
  bucket(column: string, grain: string): string
  /** A time as `YYYY-MM-DD HH:MM:SS`. */
  time(column: string): string
  ilike(column: string, pattern: string): string
  /** A literal of a time, where a text is none. */
  moment?(text: string): string
  /** The end of a question, where OFFSET does not stand behind LIMIT. */
  limit?(rows: number, offset: number): string
  /** What stands behind the columns of CREATE TABLE. */
  readonly made?: string
  open(statements: readonly string[]): Promise<Opened>
}

/** Grains that mean the same on every engine; plain `P1W` begins on Sunday on some and on Monday on others. */
export const GRAINS = ['PT1H', 'P1D', '1969-12-29T00:00:00Z/P1W', 'P1M', 'P3M', 'P1Y'] as const

/** What grains are called in SQL. */
export const UNITS: Readonly<Record<string, string>> = {
  PT1H: 'hour',
  P1D: 'day',
  '1969-12-29T00:00:00Z/P1W': 'week',
  P1M: 'month',
  P3M: 'quarter',
  P1Y: 'year',
}
/** How most engines write names and texts. */
export const standard = {
  quote: (name: string) => `"${name}"`,
  text: (value: string) => `'${value.replaceAll("'", "''")}'`,
}
/** LIKE that takes `a` for `A`, where there is no word for it. */
export const lowerLike = (column: string, pattern: string) => `lower(${column}) LIKE lower(${pattern})`
/** The month in which the quarter of a month begins. */
const quarterMonth = (month: string) => `(${month} - 1) - (${month} - 1) % 3 + 1`

const duckdb: Engine = {
  ...standard,
  name: 'DuckDB',
  describe,
  types: {
    int: 'integer',
    text: 'varchar',
    double: 'double',
    decimal: 'decimal(10,2)',
    flag: 'boolean',
    time: 'timestamp',
  },
  time: (column) => `strftime(${column}, '%Y-%m-%d %H:%M:%S')`,
  bucket: (column, grain) => `strftime(date_trunc('${UNITS[grain]}', ${column}), '%Y-%m-%d %H:%M:%S')`,
  ilike: (column, pattern) => `${column} ILIKE ${pattern}`,
  open: async (statements) => {
    const { dir, path } = await duckdbFile(...statements)
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    return {
      uri: `duckdb:///${path}`,
      args: ['--sources', dir],
      schema: 'main',
      ask: async (sql) => (await connection.runAndReadAll(sql)).getRowsJS(),
      stop: async () => {
        connection.closeSync()
        instance.closeSync()
      },
    }
  },
}

const sqlite: Engine = {
  ...standard,
  name: 'SQLite',
  describe,
  types: { int: 'integer', text: 'text', double: 'real', decimal: 'decimal(10,2)', flag: 'boolean', time: 'datetime' },
  time: (column) => `strftime('%Y-%m-%d %H:%M:%S', ${column})`,
  bucket: (column, grain) => {
    const month = quarterMonth(`cast(strftime('%m', ${column}) AS integer)`)
    const buckets: Record<string, string> = {
      hour: `strftime('%Y-%m-%d %H:00:00', ${column})`,
      day: `date(${column}) || ' 00:00:00'`,
      week: `date(${column}, '-' || ((strftime('%w', ${column}) + 6) % 7) || ' days') || ' 00:00:00'`,
      month: `strftime('%Y-%m-01 00:00:00', ${column})`,
      quarter: `strftime('%Y-', ${column}) || substr('0' || (${month}), -2) || '-01 00:00:00'`,
      year: `strftime('%Y-01-01 00:00:00', ${column})`,
    }
    return buckets[UNITS[grain] ?? ''] ?? ''
  },
  ilike: lowerLike,
  open: async (statements) => {
    const dir = mkdtempSync(join(tmpdir(), 'differential-'))
    const path = join(dir, 'data.db')
    const database = new DatabaseSync(path)
    for (const sql of statements) database.exec(sql)
    return {
      uri: `sqlite:///${path}`,
      args: ['--sources', dir],
      schema: 'main',
      ask: async (sql) =>
        database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row)),
      stop: async () => database.close(),
    }
  },
}

const postgres: Engine = {
  ...standard,
  name: 'PostgreSQL',
  describe: describePostgres,
  types: {
    int: 'integer',
    text: 'varchar(40)',
    double: 'double precision',
    decimal: 'numeric(10,2)',
    flag: 'boolean',
    time: 'timestamp',
  },
  time: (column) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`,
  bucket: (column, grain) => `to_char(date_trunc('${UNITS[grain]}', ${column}), 'YYYY-MM-DD HH24:MI:SS')`,
  ilike: (column, pattern) => `${column} ILIKE ${pattern}`,
  open: async (statements) => {
    const server = await startPostgres()
    const client = new pg.Client(server.url())
    await client.connect()
    for (const sql of statements) await client.query(sql)
    return {
      uri: server.url(),
      schema: 'public',
      ask: async (sql) => (await client.query({ text: sql, rowMode: 'array' })).rows,
      stop: async () => {
        await client.end()
        await server.stop()
      },
    }
  },
}

const mariadb: Engine = {
  name: 'MariaDB',
  describe: describeMariaDb,
  quote: (name) => `\`${name}\``,
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  types: {
    int: 'int',
    // The usual collation of the server takes `a` for `A`; no other engine does.
    text: 'varchar(40) collate utf8mb4_bin',
    double: 'double',
    decimal: 'decimal(10,2)',
    flag: 'boolean',
    time: 'datetime',
  },
  time: (column) => `date_format(${column}, '%Y-%m-%d %H:%i:%s')`,
  bucket: (column, grain) => {
    const month = quarterMonth(`month(${column})`)
    const buckets: Record<string, string> = {
      hour: `date_format(${column}, '%Y-%m-%d %H:00:00')`,
      day: `date_format(${column}, '%Y-%m-%d 00:00:00')`,
      week: `date_format(date_sub(${column}, interval weekday(${column}) day), '%Y-%m-%d 00:00:00')`,
      month: `date_format(${column}, '%Y-%m-01 00:00:00')`,
      quarter: `concat(year(${column}), '-', lpad(${month}, 2, '0'), '-01 00:00:00')`,
      year: `date_format(${column}, '%Y-01-01 00:00:00')`,
    }
    return buckets[UNITS[grain] ?? ''] ?? ''
  },
  ilike: lowerLike,
  open: async (statements) => {
    const server = await startMariaDb()
    await server.asOwner(['create database facts character set utf8mb4', 'use facts', ...statements])
    return {
      uri: server.url('facts'),
      schema: 'facts',
      ask: async (sql) => (await server.asOwner(sql, 'facts')).map((row) => Object.values(row)),
      stop: () => server.stop(),
    }
  },
}

/** Every engine that is asked. A further one is a further line. */
export const ENGINES: readonly Engine[] = [duckdb, sqlite, postgres, mariadb]

export const literal = (engine: Engine, value: Value): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? String(value) : engine.text(value)
}

export const momentOf = (engine: Engine, text: string): string => engine.moment?.(text) ?? engine.text(text)
