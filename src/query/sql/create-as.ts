import { type Dialect, qualifiedName } from '../dialect.ts'
import { splitStatements } from './split.ts'

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
