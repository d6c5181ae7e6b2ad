import type { ColumnEntry, TableDetail, TableEntry } from '../../../src/engines/driver.ts'
import { qualifiedName } from '../../../src/query/dialect.ts'
import { PUBLIC } from './address.ts'
import type { SnowflakeClient } from './client.ts'
import { snowflakeDialect } from './dialect.ts'
import { orNothing } from './errors.ts'

/** Commands that need no warehouse. */
const quote = (...parts: readonly string[]) => qualifiedName(snowflakeDialect, parts)
/** The longest list that one command gives. */
const PAGE = 10_000

type Row = Readonly<Record<string, string | null>>

/** Every page of a list, which is ordered by name. */
async function listed(client: SnowflakeClient, command: string): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let last: string | null = null; ; ) {
    const from: string = last === null ? '' : ` FROM ${snowflakeDialect.quoteText(last)}`
    const page = await client.ask(last === null ? command : `${command} LIMIT ${PAGE}${from}`)
    found.push(...page)
    last = page.at(-1)?.name ?? null
    if (page.length < PAGE || last === null) return found
  }
}

export async function listSchemas(client: SnowflakeClient): Promise<string[]> {
  const rows = await listed(client, `SHOW SCHEMAS IN DATABASE ${quote(client.address.database)}`)
  return rows.map(({ name }) => String(name))
}

export async function listTables(client: SnowflakeClient, schema: string): Promise<TableEntry[]> {
  const rows = await listed(client, `SHOW OBJECTS IN SCHEMA ${quote(client.address.database, schema)}`)
  return rows.map(({ name, kind, rows: count }) => ({
    name: String(name),
    kind: kindOf(kind ?? ''),
    rows: count === null || count === undefined || count === '' ? null : Number(count),
  }))
}

const kindOf = (kind: string): TableEntry['kind'] =>
  /MATERIALIZED/i.test(kind) ? 'materialized_view' : /VIEW/i.test(kind) ? 'view' : 'table'

/** Columns, keys and comments of one table or view; null when there is none. */
export async function describeTable(client: SnowflakeClient, given: string, name: string): Promise<TableDetail | null> {
  const { database } = client.address
  const schema = given || (client.address.schema ?? PUBLIC)
  const full = quote(database, schema, name)
  const columns = await client.ask(`DESCRIBE TABLE ${full}`).catch(orNothing)
  if (columns.length === 0) return null
  const like = `LIKE ${snowflakeDialect.quoteText(name.replace(/[\\%_]/g, '\\$&'))} IN SCHEMA ${quote(database, schema)}`
  const [objects, keys, foreign] = await Promise.all([
    client.ask(`SHOW OBJECTS ${like}`).catch(orNothing),
    client.ask(`SHOW PRIMARY KEYS IN TABLE ${full}`).catch(orNothing),
    client.ask(`SHOW IMPORTED KEYS IN TABLE ${full}`).catch(orNothing),
  ])
  const object = objects.find((one) => one.name === name)
  const isView = kindOf(object?.kind ?? '') !== 'table'
  const views = isView ? await client.ask(`SHOW VIEWS ${like}`).catch(orNothing) : []
  return {
    ...{ name, comment: object?.comment || null, columns: columns.map(columnOf), indexes: [] },
    primaryKey: primaryKeyOf(keys.filter(({ table_name: table }) => table === undefined || table === name)),
    foreignKeys: foreignKeysOf(foreign.filter(({ fk_table_name: table }) => table === undefined || table === name)),
    view: isView ? (views.find((one) => one.name === name)?.text ?? '') : null,
  }
}

function columnOf(row: Row): ColumnEntry {
  const longType = String(row.type)
  return {
    ...{ name: String(row.name), longType, type: longType.replace(/\(.*\)/s, '') },
    generic: snowflakeDialect.genericOf(longType),
    isNullable: row['null?'] !== 'N',
    default: row.default || null,
    comment: row.comment || null,
  }
}

const inOrder = (rows: readonly Row[]) => rows.toSorted((a, b) => Number(a.key_sequence) - Number(b.key_sequence))

function primaryKeyOf(rows: readonly Row[]): TableDetail['primaryKey'] {
  const [first] = rows
  return first
    ? { name: first.constraint_name ?? null, columns: inOrder(rows).map((row) => String(row.column_name)) }
    : null
}

function foreignKeysOf(rows: readonly Row[]): TableDetail['foreignKeys'] {
  return [...Map.groupBy(rows, (row) => row.fk_name ?? '').entries()].map(([name, parts]) => ({
    name: name || null,
    columns: inOrder(parts).map((row) => String(row.fk_column_name)),
    referredSchema: parts[0]?.pk_schema_name ?? null,
    referredTable: String(parts[0]?.pk_table_name),
    referredColumns: inOrder(parts).map((row) => String(row.pk_column_name)),
  }))
}
