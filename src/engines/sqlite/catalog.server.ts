import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { TableDetail, TableEntry } from '../driver.ts'
import { genericOfDeclared } from './types.ts'

type Row = Readonly<Record<string, SQLOutputValue>>
const rowsOf = (database: DatabaseSync, sql: string, ...values: string[]) =>
  database.prepare(sql).all(...values) as unknown as Row[]

/** Tables and views of the file. */
export function listTables(database: DatabaseSync): TableEntry[] {
  const sql = `SELECT name, type FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
  return rowsOf(database, sql).map((row) => ({
    name: String(row.name),
    kind: row.type === 'view' ? 'view' : 'table',
    rows: null,
  }))
}

/** Columns and keys of one table or view; null when there is none. */
export function describeTable(database: DatabaseSync, name: string): TableDetail | null {
  const found = rowsOf(database, 'SELECT name, type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE', name)[0]
  if (!found || (found.type !== 'table' && found.type !== 'view')) return null
  const columns = rowsOf(database, 'SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid', name)
  const keys = columns.filter((row) => Number(row.pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    name: String(found.name),
    comment: null,
    columns: columns.map((row) => {
      const longType = String(row.type ?? '')
      return {
        name: String(row.name),
        type: longType.replace(/\(.*$/, ''),
        longType,
        generic: genericOfDeclared(longType),
        isNullable: Number(row.notnull) === 0,
        default: row.dflt_value === null ? null : String(row.dflt_value),
        comment: null,
      }
    }),
    primaryKey: keys.length > 0 ? { name: null, columns: keys.map((row) => String(row.name)) } : null,
    foreignKeys: foreignKeys(database, name),
    indexes: rowsOf(database, 'SELECT name, "unique" AS is_unique FROM pragma_index_list(?)', name).map((row) => ({
      name: String(row.name),
      columns: rowsOf(database, 'SELECT name FROM pragma_index_info(?)', String(row.name)).map((part) =>
        String(part.name),
      ),
      isUnique: Number(row.is_unique) === 1,
    })),
    view: found.type === 'view' ? String(found.sql) : null,
  }
}

function foreignKeys(database: DatabaseSync, name: string): TableDetail['foreignKeys'] {
  const rows = rowsOf(database, 'SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', name)
  const byId = Map.groupBy(rows, (row) => Number(row.id))
  return [...byId.values()].map((parts) => ({
    name: null,
    columns: parts.map((row) => String(row.from)),
    referredSchema: null,
    referredTable: String(parts[0]?.table ?? ''),
    referredColumns: parts.flatMap((row) => (row.to === null ? [] : [String(row.to)])),
  }))
}

/** Names for completion. */
export function listFunctions(database: DatabaseSync): string[] {
  const sql = "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name"
  return rowsOf(database, sql).map((row) => String(row.name))
}
