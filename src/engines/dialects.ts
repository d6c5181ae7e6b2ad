import type { Dialect } from '../query/dialect.ts'
import { clickhouseDialect } from './clickhouse/dialect.ts'
import { duckdbDialect } from './duckdb/dialect.ts'
import { mysqlDialect } from './mysql/dialect.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { trinoDialect } from './trino/dialect.ts'

const dialects: Dialect[] = [
  duckdbDialect,
  sqliteDialect,
  postgresDialect,
  mysqlDialect,
  trinoDialect,
  clickhouseDialect,
]

/** The engines whose databases this server can open: those of this release, then those of packages. */
export const DIALECTS: readonly Dialect[] = dialects

/** Adds the engine of a package, or puts it in the place of the one that has its id. */
export function addDialect(dialect: Dialect): void {
  const at = dialects.findIndex(({ id }) => id === dialect.id)
  dialects.splice(at < 0 ? dialects.length : at, 1, dialect)
}
