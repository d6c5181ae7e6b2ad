import type { SqlLanguage } from 'sql-formatter'
import { own } from '../../kernel/own.ts'
import { Problem } from '../../wire/problem.ts'

const LANGUAGES: Readonly<Record<string, SqlLanguage>> = {
  duckdb: 'duckdb',
  postgresql: 'postgresql',
  sqlite: 'sqlite',
  mysql: 'mysql',
  trino: 'trino',
  clickhouse: 'clickhouse',
  bigquery: 'bigquery',
  snowflake: 'snowflake',
  mssql: 'transactsql',
  redshift: 'redshift',
}
/** Reads what most engines write, so it lays out what the engine's own language cannot read, such as a cast by `::`. */
const WIDEST = 'duckdb'
const PLACE = /line (\d+) column (\d+)/

/** SQL with one clause a line; templates and comments stay. Throws 422 with the place where it cannot be read. */
export async function formatSql(sql: string, engine: string | null): Promise<{ result: string }> {
  if (sql.trim() === '') return { result: sql }
  // Loaded with the first request: it holds the words of every dialect.
  const { format } = await import('sql-formatter')
  const laidOut = (language: SqlLanguage) =>
    format(sql, {
      language,
      keywordCase: 'upper',
      tabWidth: 2,
      linesBetweenQueries: 1,
      paramTypes: { custom: [{ regex: String.raw`\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}` }] },
    })
  try {
    return { result: laidOut(own(LANGUAGES, engine ?? WIDEST) ?? WIDEST) }
  } catch (cause) {
    try {
      return { result: laidOut(WIDEST) }
    } catch {
      throw unreadable(cause, sql, engine)
    }
  }
}

function unreadable(cause: unknown, sql: string, engine: string | null): Problem {
  const [, line = '1', column = '1'] = PLACE.exec(String(cause)) ?? []
  return new Problem(422, `Error parsing at line ${line}:${column}`, {
    type: 'INVALID_SQL_ERROR',
    extra: { sql, engine, line: Number(line), column: Number(column) },
    cause,
  })
}
