import { type Dialect, qualifiedName } from '../dialect.ts'
import { kindOf } from './classify.ts'
import { scan } from './scan.ts'
import { splitStatements } from './split.ts'

/** True when the last statement is a query, which a table can be made from. */
export function canCreateTableAs(sql: string, dialect: Dialect): boolean {
  const last = splitStatements(sql, dialect.lexicon).at(-1)
  return last !== undefined && kindOf(scan(last.sql, dialect.lexicon)) === 'select'
}

/** True when the text is one single query, which a view can be made from. */
export function canCreateViewAs(sql: string, dialect: Dialect): boolean {
  return splitStatements(sql, dialect.lexicon).length === 1 && canCreateTableAs(sql, dialect)
}

/** `CREATE TABLE s.n AS <query>`; comments of the query stay. */
export function createAs(
  sql: string,
  kind: 'TABLE' | 'VIEW',
  target: { readonly catalog: string | null; readonly schema: string | null; readonly name: string },
  dialect: Dialect,
): string {
  const query = splitStatements(sql, dialect.lexicon).at(-1)?.sql ?? sql
  return `CREATE ${kind} ${qualifiedName(dialect, [target.catalog, target.schema, target.name])} AS\n${query}`
}
