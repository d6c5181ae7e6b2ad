import { type Dialect, qualifiedName } from '../dialect.ts'
import { tableReferences } from './tables.ts'

/** A predicate on the rows of a table. */
export interface TableRule {
  readonly table: { readonly catalog: string | null; readonly schema: string | null; readonly name: string }
  readonly predicate: string
}

/**
 * Reads every table with rules through a sub-query that keeps them, under the name it had. Everything else stays as
 * written. `guarded` names what was replaced, so that the caller can compare it with the engine's own list of tables
 * and refuse a text in which one was missed. `place` tells where a table as written lies.
 */
export function guardTables(
  sql: string,
  rules: readonly TableRule[],
  place: (written: TableRule['table']) => TableRule['table'],
  dialect: Dialect,
): { readonly sql: string; readonly guarded: readonly TableRule['table'][] } {
  const guarded: TableRule['table'][] = []
  const text = replaceTables(sql, dialect, (written, name) => {
    const table = place(written)
    const own = rules.filter((rule) => isSame(rule.table, table))
    if (own.length === 0) return null
    guarded.push(table)
    return `(SELECT * FROM ${name} WHERE ${own.map((rule) => `(${rule.predicate}\n)`).join(' AND ')})`
  })
  return { sql: text, guarded: guarded.toReversed() }
}

/**
 * Puts sub-queries where a text reads tables, under the names that the tables had. `subQuery` gets a table and its name
 * as written, and gives null for one that stays. Tables are visited from the last to the first.
 */
export function replaceTables(
  sql: string,
  dialect: Dialect,
  subQuery: (table: TableRule['table'], name: string) => string | null,
): string {
  let text = sql
  for (const reference of tableReferences(sql, dialect.lexicon).toReversed()) {
    const source = subQuery(tableOf(reference.parts), sql.slice(reference.from, reference.to))
    if (source === null) continue
    const alias = reference.alias === null ? ` AS ${qualifiedName(dialect, [reference.parts.at(-1) ?? ''])}` : ''
    text = `${text.slice(0, reference.from)}${source}${alias}${text.slice(reference.to)}`
  }
  return text
}

/**
 * Puts its schema before each table that a text names without one, so that neither a WITH around it nor another search
 * path gives the name to something else. `schemaOf` gives null where the name stays as it is.
 */
export function anchorTables(
  sql: string,
  schemaOf: (table: TableRule['table']) => string | null,
  dialect: Dialect,
): string {
  let text = sql
  for (const { parts, from } of tableReferences(sql, dialect.lexicon).toReversed()) {
    const schema = parts.length === 1 ? schemaOf(tableOf(parts)) : null
    if (schema !== null) text = `${text.slice(0, from)}${qualifiedName(dialect, [schema])}.${text.slice(from)}`
  }
  return text
}

function tableOf(parts: readonly string[]): TableRule['table'] {
  const [name = '', schema = null, catalog = null] = parts.toReversed()
  return { name, schema, catalog }
}

/** Names compare without regard to case, so that no spelling escapes a rule; an unknown place matches any. */
function isSame(a: TableRule['table'], b: TableRule['table']): boolean {
  const same = (left: string | null, right: string | null) =>
    left === null || right === null || left.toLowerCase() === right.toLowerCase()
  return a.name.toLowerCase() === b.name.toLowerCase() && same(a.schema, b.schema) && same(a.catalog, b.catalog)
}
