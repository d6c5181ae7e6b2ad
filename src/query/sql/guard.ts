import { type Dialect, qualifiedName } from '../dialect.ts'
import { tableReferences } from './tables.ts'

/** A predicate on the rows of a table. */
export interface TableRule {
  readonly table: { readonly catalog: string | null; readonly schema: string | null; readonly name: string }
  readonly predicate: string
}

/** Where unqualified names belong. */
export interface DefaultPlace {
  readonly catalog: string | null
  readonly schema: string | null
}

/**
 * Reads every table with rules through a sub-query that keeps them, under the name it had. Everything else stays as
 * written. `guarded` names what was replaced, so that the caller can compare it with the engine's own list of tables
 * and refuse a text in which one was missed.
 */
export function guardTables(
  sql: string,
  rules: readonly TableRule[],
  place: DefaultPlace,
  dialect: Dialect,
): { readonly sql: string; readonly guarded: readonly TableRule['table'][] } {
  const guarded: TableRule['table'][] = []
  let text = sql
  for (const reference of tableReferences(sql, dialect.lexicon).toReversed()) {
    const table = tableOf(reference.parts, place)
    const own = rules.filter((rule) => isSame(rule.table, table))
    if (own.length === 0) continue
    guarded.push(table)
    const name = sql.slice(reference.from, reference.to)
    const predicate = own.map((rule) => `(${rule.predicate}\n)`).join(' AND ')
    const alias = reference.alias === null ? ` AS ${qualifiedName(dialect, [reference.parts.at(-1) ?? ''])}` : ''
    text = `${text.slice(0, reference.from)}(SELECT * FROM ${name} WHERE ${predicate})${alias}${text.slice(reference.to)}`
  }
  return { sql: text, guarded: guarded.toReversed() }
}

function tableOf(parts: readonly string[], place: DefaultPlace): TableRule['table'] {
  const [name = '', schema = null, catalog = null] = parts.toReversed()
  return { name, schema: schema ?? place.schema, catalog: catalog ?? place.catalog }
}

/** Names compare without regard to case, so that no spelling escapes a rule; an unknown place matches any. */
function isSame(a: TableRule['table'], b: TableRule['table']): boolean {
  const same = (left: string | null, right: string | null) =>
    left === null || right === null || left.toLowerCase() === right.toLowerCase()
  return a.name.toLowerCase() === b.name.toLowerCase() && same(a.schema, b.schema) && same(a.catalog, b.catalog)
}
