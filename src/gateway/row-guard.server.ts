import type { Driver } from '../engines/driver.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { guardTables, type TableRule } from '../query/sql/guard.ts'
import { tableReferences } from '../query/sql/tables.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { rowRulesOf } from './chart/row-rules.server.ts'
import type { JudgedStatement, NamePath, TableName } from './check-access.server.ts'
import { renderSql } from './render-sql.server.ts'
import type { Services } from './services.server.ts'

type Context = Pick<Services, 'db' | 'metadataMark' | 'now' | 'featureFlags'>

/** The row-level rules that hold for the caller on tables of a database, with their templates rendered. */
export async function tableRules(
  context: Context,
  caller: Caller,
  database: Row<'databases'>,
  dialect: Dialect,
  tables: readonly TableName[],
  path: NamePath,
): Promise<readonly TableRule[]> {
  const rules: TableRule[] = []
  for (const dataset of await ruledDatasets(context.db, database.id)) {
    const schema = dataset.schema ?? path.schema
    const isAsked = tables.some(
      (table) => same(table.name, dataset.table_name) && same(table.schema ?? path.schema, schema),
    )
    if (!isAsked) continue
    for (const { predicate } of await rowRulesOf(context, dataset.id, caller)) {
      const request = { sql: predicate, templateParams: null, urlParams: {} }
      const rendered = await renderSql(context, request, caller, dialect)
      rules.push({ table: { catalog: null, schema, name: dataset.table_name }, predicate: rendered })
    }
  }
  return rules
}

/** Tables that a text names, for statements whose tables the engine does not tell. */
export const namedIn = (sql: string, dialect: Dialect): readonly TableName[] =>
  tableReferences(sql, dialect.lexicon).map(({ parts }) => {
    const [name = '', schema = null, catalog = null] = parts.toReversed()
    return { name, schema, catalog }
  })

/**
 * A statement that reads ruled tables through sub-queries which keep their rules. That none was missed is proved by the
 * engine: with every guarded table taken out, it must not find a ruled one. Throws 403 where that cannot be shown.
 */
export async function guardStatement(
  driver: Driver,
  dialect: Dialect,
  statement: JudgedStatement,
  rules: readonly TableRule[],
  path: NamePath,
  signal: AbortSignal,
): Promise<string> {
  if (!touches(statement, rules, path, dialect)) return statement.sql
  const refused = refusal(rules)
  if (statement.kind !== 'select') throw refused
  const { sql } = guardTables(statement.sql, rules, path, dialect)
  const marker = `'${crypto.randomUUID()}' = ''`
  const marked = rules.map((rule) => ({ ...rule, predicate: marker }))
  const probe = withoutGuarded(guardTables(statement.sql, onePerTable(marked), path, dialect).sql, marker)
  const verdict = await driver.judge(probe, signal, path.schema).catch((cause: unknown) => {
    throw cause instanceof Problem ? refused : cause
  })
  if (verdict.tables.some((table) => isRuled(table, rules, path))) throw refused
  return sql
}

const touches = (statement: JudgedStatement, rules: readonly TableRule[], path: NamePath, dialect: Dialect) =>
  rules.length > 0 &&
  [...statement.tables, ...namedIn(statement.sql, dialect)].some((table) => isRuled(table, rules, path))

const isRuled = (table: TableName, rules: readonly TableRule[], path: NamePath) =>
  rules.some((rule) => same(rule.table.name, table.name) && same(rule.table.schema, table.schema ?? path.schema))

const onePerTable = (rules: readonly TableRule[]) => [
  ...new Map(rules.map((rule) => [`${rule.table.schema}.${rule.table.name}`.toLowerCase(), rule])).values(),
]

const HEAD = '(SELECT * FROM '

/** Takes each guarded table out of the text: `(SELECT * FROM t WHERE (marker))` becomes `(SELECT 1)`. */
function withoutGuarded(sql: string, marker: string): string {
  const tail = ` WHERE (${marker}\n))`
  let text = sql
  for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail)) {
    const from = text.lastIndexOf(HEAD, at)
    text = `${text.slice(0, from)}(SELECT 1)${text.slice(at + tail.length)}`
  }
  return text
}

const refusal = (rules: readonly TableRule[]) => {
  const names = [...new Set(rules.map((rule) => rule.table.name))]
  return new Problem(
    403,
    `Row-level rules limit what you may see of ${names.join(', ')}, and they cannot be kept in this statement.`,
    {
      type: 'TABLE_SECURITY_ACCESS_ERROR',
      extra: { tables: names },
    },
  )
}

const ruledDatasets = (db: MetadataDb, databaseId: number) =>
  db
    .selectFrom('datasets')
    .select(['id', 'table_name', 'schema'])
    .where('database_id', '=', databaseId)
    .where('sql', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('row_rule_datasets').select('dataset_id'))
    .execute()

const same = (a: string | null, b: string | null) => (a ?? '').toLowerCase() === (b ?? '').toLowerCase()
