import { clickhouseDialect } from './clickhouse/dialect.ts'
import { duckdbDialect } from './duckdb/dialect.ts'
import { mysqlDialect } from './mysql/dialect.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { trinoDialect } from './trino/dialect.ts'

/** The engines whose databases this release can open. */
export const DIALECTS = [
  duckdbDialect,
  sqliteDialect,
  postgresDialect,
  mysqlDialect,
  trinoDialect,
  clickhouseDialect,
] as const
