import type { Connection } from 'mysql2'
import { qualifiedName } from '../../query/dialect.ts'
import type { TableDetail, TableEntry } from '../driver.ts'
import { mysqlDialect } from './dialect.ts'
import { ERRNO, failureOf } from './errors.ts'
import { FUNCTIONS } from './functions.ts'
import { ask, type ServerFacts } from './session.server.ts'

/** Databases that the user may look into. */
export async function listSchemas(connection: Connection): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    connection,
    'SELECT schema_name AS name FROM information_schema.schemata ORDER BY schema_name',
  )
  return rows.map(({ name }) => name)
}

/** Tables and views by name. The server would open every table to tell its rows, so none are told. */
export async function listTables(connection: Connection, schema: string): Promise<TableEntry[]> {
  try {
    const rows = await ask(connection, `SHOW FULL TABLES FROM ${mysqlDialect.quoteIdentifier(schema)}`)
    return rows
      .map((row) => Object.values(row).map(String))
      .filter(([, kind]) => kind !== 'SEQUENCE')
      .map(([name = '', kind = '']) => ({ name, kind: kind.endsWith('VIEW') ? 'view' : 'table', rows: null }))
  } catch (cause) {
    if (failureOf(cause)?.errno === ERRNO.unknownDatabase) return []
    throw cause
  }
}

interface TableRow extends Readonly<Record<string, unknown>> {
  readonly kind: string
  readonly comment: string | null
}

/** Columns, keys and indexes of one table or view; null when there is none. */
export async function describeTable(
  connection: Connection,
  facts: ServerFacts,
  schema: string,
  name: string,
): Promise<TableDetail | null> {
  const place = [schema, name]
  const [table] = await ask<TableRow>(
    connection,
    'SELECT table_type AS kind, table_comment AS comment FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
    place,
  )
  if (!table) return null
  const isView = table.kind.endsWith('VIEW')
  const indexes = await indexesOf(connection, place)
  const primary = indexes.find((index) => index.name === PRIMARY)
  return {
    name,
    comment: isView ? null : table.comment || null,
    columns: await columnsOf(connection, facts, place),
    primaryKey: primary ? { name: PRIMARY, columns: primary.columns } : null,
    foreignKeys: await foreignKeysOf(connection, place),
    indexes: indexes.filter((index) => index !== primary),
    view: isView ? await viewText(connection, schema, name) : null,
  }
}

const PRIMARY = 'PRIMARY'

interface ColumnRow extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly type: string
  readonly nullable: string
  readonly preset: string | null
  readonly comment: string
}

async function columnsOf(
  connection: Connection,
  facts: ServerFacts,
  place: readonly string[],
): Promise<TableDetail['columns']> {
  const rows = await ask<ColumnRow>(
    connection,
    `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS preset,
      column_comment AS comment
    FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position`,
    place,
  )
  const documents = facts.isMariaDb ? await jsonColumns(connection, place) : new Set<string>()
  return rows.map((row) => {
    const type = documents.has(row.name) ? 'json' : row.type
    return {
      name: row.name,
      type: (/^tinyint\(1\)/.test(type) ? 'tinyint(1)' : type.replace(/[( ].*$/s, '')).toUpperCase(),
      longType: longType(type),
      generic: mysqlDialect.genericOf(type),
      isNullable: row.nullable === 'YES',
      // MariaDB writes the default of a column that may be empty as a word.
      default: row.preset === 'NULL' ? null : row.preset,
      comment: row.comment === '' ? null : row.comment,
    }
  })
}

/** In capitals but for the values of an enumeration. The width of a whole number says nothing. */
function longType(type: string): string {
  const [, name = '', rest = ''] = /^([^(]*)(.*)$/s.exec(type) ?? []
  const isWhole = /int$/.test(name) && type !== 'tinyint(1)'
  const shown = isWhole ? rest.replace(/^\(\d+\)/, '') : rest
  return name.toUpperCase() + (/^(enum|set)$/.test(name) ? shown : shown.toUpperCase())
}

/** MariaDB keeps a JSON column as text with a check. */
async function jsonColumns(connection: Connection, place: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ask<{ name: string; clause: string }>(
    connection,
    `SELECT constraint_name AS name, check_clause AS clause FROM information_schema.check_constraints
    WHERE constraint_schema = ? AND table_name = ? AND check_clause LIKE 'json_valid(%'`,
    place,
  )
  return new Set(rows.map(({ name }) => name))
}

interface IndexRow extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly place: number
  readonly part: string | null
  readonly repeats: number
}

async function indexesOf(connection: Connection, place: readonly string[]): Promise<TableDetail['indexes']> {
  const rows = await ask<IndexRow>(
    connection,
    `SELECT index_name AS name, seq_in_index AS place, column_name AS part, non_unique AS repeats
    FROM information_schema.statistics WHERE table_schema = ? AND table_name = ? ORDER BY index_name, seq_in_index`,
    place,
  )
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, parts]) => ({
    name,
    columns: parts.map(({ part }) => part ?? '(expression)'),
    isUnique: Number(parts[0]?.repeats) === 0,
  }))
}

interface KeyRow extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly part: string
  readonly schema: string
  readonly target: string
  readonly referred: string
}

async function foreignKeysOf(connection: Connection, place: readonly string[]): Promise<TableDetail['foreignKeys']> {
  const rows = await ask<KeyRow>(
    connection,
    `SELECT constraint_name AS name, column_name AS part, referenced_table_schema AS \`schema\`,
      referenced_table_name AS target, referenced_column_name AS referred
    FROM information_schema.key_column_usage
    WHERE table_schema = ? AND table_name = ? AND referenced_table_name IS NOT NULL
    ORDER BY constraint_name, ordinal_position`,
    place,
  )
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, parts]) => ({
    name,
    columns: parts.map(({ part }) => part),
    referredSchema: parts[0]?.schema ?? null,
    referredTable: parts[0]?.target ?? '',
    referredColumns: parts.map(({ referred }) => referred),
  }))
}

/** The text of a view, empty where the account may not see how it was made. */
async function viewText(connection: Connection, schema: string, name: string): Promise<string> {
  const [row] = await ask<{ query: string | null }>(
    connection,
    'SELECT view_definition AS query FROM information_schema.views WHERE table_schema = ? AND table_name = ?',
    [schema, name],
  )
  if (!row?.query) return ''
  return `CREATE VIEW ${qualifiedName(mysqlDialect, [schema, name])} AS\n${row.query}`
}

/** Names for completion: what a statement may call. The server has no list of its own functions. */
export const listFunctions = (): readonly string[] => [...FUNCTIONS].sort()
