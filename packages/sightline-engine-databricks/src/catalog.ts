import type { ColumnEntry, TableDetail, TableEntry } from '../../../src/engines/driver.ts'
import { qualifiedName } from '../../../src/query/dialect.ts'
import type { DatabricksClient } from './client.ts'
import { databricksDialect } from './dialect.ts'
import { DatabricksFailure, isAbsent } from './errors.ts'

type Row = Readonly<Record<string, string | null>>

const quote = (...parts: readonly string[]) => qualifiedName(databricksDialect, parts)
const first = (row: Row) => Object.values(row)[0] ?? ''

export async function listSchemas(client: DatabricksClient): Promise<string[]> {
  const rows = await client.ask(`SHOW SCHEMAS IN ${quote(client.address.catalog)}`)
  return rows.map(first)
}

export async function listTables(client: DatabricksClient, schema: string): Promise<TableEntry[]> {
  const place = quote(client.address.catalog, schema)
  const [tables, views] = await Promise.all([
    client.ask(`SHOW TABLES IN ${place}`),
    client.ask(`SHOW VIEWS IN ${place}`).catch(nothing),
  ])
  const kinds = new Map(views.map((row) => [row.viewName ?? '', isYes(row.isMaterialized)]))
  return tables
    .filter((row) => !isYes(row.isTemporary))
    .map((row): TableEntry => {
      const name = row.tableName ?? ''
      const isMaterialized = kinds.get(name)
      return {
        name,
        rows: null,
        kind: isMaterialized === undefined ? 'table' : isMaterialized ? 'materialized_view' : 'view',
      }
    })
}

const isYes = (text: string | null | undefined) => text?.toLowerCase() === 'true'
const nothing = (cause: unknown): readonly Row[] => {
  if (cause instanceof DatabricksFailure) return []
  throw cause
}

/** Columns and comments of one table or view; null when there is none. */
export async function describeTable(
  client: DatabricksClient,
  schema: string,
  name: string,
): Promise<TableDetail | null> {
  const full = quote(client.address.catalog, schema || client.address.schema, name)
  const rows = await client.ask(`DESCRIBE TABLE EXTENDED ${full}`).catch((cause: unknown) => {
    if (isAbsent(cause)) return null
    throw cause
  })
  if (rows === null) return null
  const end = rows.findIndex(({ col_name: column }) => column === '' || column?.startsWith('#'))
  const facts = new Map(rows.slice(end).map((row) => [row.col_name ?? '', row.data_type ?? '']))
  const isView = /VIEW/i.test(facts.get('Type') ?? '')
  const partition = partitionOf(rows)
  return {
    ...{ name, primaryKey: null, foreignKeys: [] },
    comment: facts.get('Comment') || null,
    columns: rows.slice(0, end < 0 ? rows.length : end).map(columnOf),
    indexes: partition.length > 0 ? [{ name: 'partition', columns: partition, isUnique: false }] : [],
    view: isView ? (facts.get('View Text') ?? '') : null,
  }
}

function partitionOf(rows: readonly Row[]): readonly string[] {
  const from = rows.findIndex(({ col_name: column }) => column === '# Partition Information')
  if (from < 0) return []
  const names = rows.slice(from + 2).map(({ col_name: column }) => column ?? '')
  return names.slice(
    0,
    names.findIndex((column) => column === '' || column.startsWith('#')),
  )
}

function columnOf(row: Row): ColumnEntry {
  const longType = row.data_type ?? ''
  return {
    ...{ name: row.col_name ?? '', longType: longType.toUpperCase(), default: null, isNullable: true },
    type: longType.replace(/[(<].*/s, '').toUpperCase(),
    generic: databricksDialect.genericOf(longType),
    comment: row.comment || null,
  }
}

/** Names of functions, without those that users have made. */
export async function listFunctions(client: DatabricksClient): Promise<string[]> {
  const rows = await client.ask('SHOW SYSTEM FUNCTIONS')
  return rows.map(first).filter((name) => /^\w+$/.test(name))
}
