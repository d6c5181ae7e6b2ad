import { qualifiedName, quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import type { ColumnEntry, TableDetail, TableEntry } from '../driver.ts'
import type { TrinoClient } from './client.server.ts'
import { trinoDialect } from './dialect.ts'
import { TrinoFailure } from './errors.ts'

/** Every question names its catalog, schema and table: without them every catalog of the server is asked. */
export async function listCatalogs(client: TrinoClient): Promise<string[]> {
  const rows = await client.ask('SELECT catalog_name FROM system.metadata.catalogs ORDER BY catalog_name')
  return rows.map(([name]) => String(name))
}

export async function listSchemas(client: TrinoClient, catalog: string): Promise<string[]> {
  return (await client.ask(`SHOW SCHEMAS FROM ${quoteStandardName(catalog)}`)).map(([name]) => String(name))
}

/** Tables and views of a schema. No engine below tells the number of rows cheaply. */
export async function listTables(client: TrinoClient, catalog: string, schema: string): Promise<TableEntry[]> {
  const rows = await client.ask(
    `SELECT table_name, table_type FROM ${quoteStandardName(catalog)}.information_schema.tables
    WHERE table_schema = ${quoteStandardText(schema)} ORDER BY table_name`,
  )
  return rows.map(([name, type]) => ({ name: String(name), kind: type === 'VIEW' ? 'view' : 'table', rows: null }))
}

/** Columns, comments and partition keys of one table or view; null when there is none. */
export async function describeTable(
  client: TrinoClient,
  catalog: string,
  schema: string,
  name: string,
): Promise<TableDetail | null> {
  const information = `${quoteStandardName(catalog)}.information_schema`
  const own = `table_schema = ${quoteStandardText(schema)} AND table_name = ${quoteStandardText(name)}`
  const [[table], nullable] = await Promise.all([
    client.ask(`SELECT table_type FROM ${information}.tables WHERE ${own}`),
    client.ask(`SELECT column_name, is_nullable, column_default FROM ${information}.columns WHERE ${own}`),
  ])
  if (!table) return null
  const full = qualifiedName(trinoDialect, [catalog, schema, name])
  const [shown, comment, view] = await Promise.all([
    client.ask(`SHOW COLUMNS FROM ${full}`),
    commentOf(client, [catalog, schema, name]),
    table[0] === 'VIEW' ? client.ask(`SHOW CREATE VIEW ${full}`) : [],
  ])
  const keys = shown.filter(([, , extra]) => String(extra).includes('partition key')).map(([column]) => String(column))
  const facts = new Map(nullable.map(([column, isNullable, value]) => [column, { isNullable, value }]))
  return {
    name,
    comment,
    columns: shown.map(([column, type, , text]) => columnOf(String(column), String(type), text, facts.get(column))),
    primaryKey: null,
    foreignKeys: [],
    indexes: keys.length > 0 ? [{ name: 'partition', columns: keys, isUnique: false }] : [],
    view: view[0] ? String(view[0][0]) : null,
  }
}

function columnOf(
  name: string,
  longType: string,
  comment: unknown,
  facts: { readonly isNullable: unknown; readonly value: unknown } | undefined,
): ColumnEntry {
  return {
    name,
    type: longType.replace(/\(.*\)/s, '').toUpperCase(),
    longType,
    generic: trinoDialect.genericOf(longType),
    isNullable: facts?.isNullable !== 'NO',
    default: facts?.value === null || facts?.value === undefined ? null : String(facts.value),
    comment: comment === null || comment === '' ? null : String(comment),
  }
}

/** Some catalogs give no comments at all. */
async function commentOf(client: TrinoClient, [catalog, schema, name]: readonly [string, string, string]) {
  try {
    const [row] = await client.ask(
      `SELECT comment FROM system.metadata.table_comments WHERE catalog_name = ${quoteStandardText(catalog)}
      AND schema_name = ${quoteStandardText(schema)} AND table_name = ${quoteStandardText(name)}`,
    )
    return row?.[0] === null || row?.[0] === undefined ? null : String(row[0])
  } catch (cause) {
    if (cause instanceof TrinoFailure) return null
    throw cause
  }
}

/** Names of functions, without those of tables. */
export async function listFunctions(client: TrinoClient): Promise<string[]> {
  return [...new Set((await client.ask('SHOW FUNCTIONS')).map(([name]) => String(name)))]
}
