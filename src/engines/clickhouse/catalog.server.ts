import type { ColumnEntry, TableDetail, TableEntry } from '../driver.ts'
import type { ClickhouseClient } from './client.server.ts'
import { clickhouseDialect } from './dialect.ts'
import { ClickhouseFailure } from './errors.ts'

/** Databases are what others call schemas. */
export async function listSchemas(client: ClickhouseClient): Promise<string[]> {
  return (await client.ask('SELECT name FROM system.databases ORDER BY name')).map(([name]) => String(name))
}

export async function currentSchema(client: ClickhouseClient): Promise<string> {
  const [[name] = []] = await client.ask('SELECT currentDatabase()')
  return String(name)
}

/** Everything that can be read of a database, with its rows where the server has counted them. */
export async function listTables(client: ClickhouseClient, schema: string): Promise<TableEntry[]> {
  const rows = await client.ask(
    `SELECT name, engine, total_rows FROM system.tables
    WHERE database = {schema:String} AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name`,
    { schema },
  )
  return rows.map(([name, engine, count]) => ({
    name: String(name),
    kind: kindOf(String(engine)),
    rows: count === null || engine === 'View' ? null : Number(count),
  }))
}

function kindOf(engine: string): TableEntry['kind'] {
  if (engine === 'MaterializedView') return 'materialized_view'
  return engine === 'View' ? 'view' : 'table'
}

/** Columns, sorting key and partitions of one table or view; null when there is none. */
export async function describeTable(
  client: ClickhouseClient,
  schema: string,
  name: string,
): Promise<TableDetail | null> {
  const where = 'database = {schema:String} AND table = {name:String}'
  const [tables, columns, indexes] = await Promise.all([
    client.ask(
      `SELECT comment, create_table_query, engine, primary_key, sorting_key, partition_key FROM system.tables
      WHERE database = {schema:String} AND name = {name:String}`,
      { schema, name },
    ),
    client.ask(
      `SELECT name, type, default_kind, default_expression, comment FROM system.columns WHERE ${where} ORDER BY position`,
      { schema, name },
    ),
    skippingIndexes(client, where, { schema, name }),
  ])
  const [table] = tables
  if (!table) return null
  const [comment, definition, engine, primary, sorting, partition] = table.map(String)
  return {
    name,
    comment: comment || null,
    columns: columns.map(columnOf),
    primaryKey: primary ? { name: null, columns: expressions(primary) } : null,
    foreignKeys: [],
    indexes: [
      ...(sorting ? [{ name: 'sorting key', columns: expressions(sorting), isUnique: false }] : []),
      ...(partition ? [{ name: 'partition key', columns: expressions(partition), isUnique: false }] : []),
      ...indexes.map(([index, text]) => ({
        name: String(index),
        columns: expressions(String(text)),
        isUnique: false,
      })),
    ],
    view: kindOf(engine ?? '') === 'table' ? null : (definition ?? null),
  }
}

const NOT_GRANTED = 497

/** An account that reads its tables only may not look at these. */
async function skippingIndexes(client: ClickhouseClient, where: string, values: Readonly<Record<string, string>>) {
  try {
    return await client.ask(`SELECT name, expr FROM system.data_skipping_indices WHERE ${where} ORDER BY name`, values)
  } catch (cause) {
    if (cause instanceof ClickhouseFailure && cause.code === NOT_GRANTED) return []
    throw cause
  }
}

function columnOf([name, type, defaultKind, expression, comment]: readonly unknown[]): ColumnEntry {
  const longType = String(type)
  return {
    name: String(name),
    type: longType.replace(/^(?:(?:Nullable|LowCardinality)\()+/, '').replace(/\(.*$|\)+$/s, ''),
    longType,
    generic: clickhouseDialect.genericOf(longType),
    isNullable: /^(LowCardinality\()?Nullable\(/.test(longType),
    default: defaultKind === '' ? null : String(expression),
    comment: String(comment) || null,
  }
}

/** `a, f(b, c)` in its parts. */
function expressions(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += character
  }
  return [...parts, part.trim()].filter((each) => each !== '')
}

/** Names of functions of values and of groups. */
export async function listFunctions(client: ClickhouseClient): Promise<string[]> {
  return (await client.ask('SELECT name FROM system.functions ORDER BY name')).map(([name]) => String(name))
}
