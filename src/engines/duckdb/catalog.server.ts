import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { ColumnEntry, TableDetail, TableEntry } from '../driver.ts'
import { duckdbDialect } from './dialect.ts'

type Row = Readonly<Record<string, DuckDBValue>>

async function rowsOf(connection: DuckDBConnection, sql: string, values: Record<string, string> = {}): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql, values)
  return reader.getRowObjectsJS() as Row[]
}

const HIDDEN_SCHEMAS = "('information_schema', 'pg_catalog')"

/** Schemas of the open database. */
export async function listSchemas(connection: DuckDBConnection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    `SELECT DISTINCT schema_name AS name FROM duckdb_schemas()
     WHERE database_name = current_database() AND schema_name NOT IN ${HIDDEN_SCHEMAS} ORDER BY name`,
  )
  return rows.map((row) => String(row.name))
}

/** Tables and views of one schema. */
export async function listTables(connection: DuckDBConnection, schema: string): Promise<TableEntry[]> {
  const rows = await rowsOf(
    connection,
    `SELECT table_name AS name, 'table' AS kind, estimated_size AS "rows" FROM duckdb_tables()
       WHERE database_name = current_database() AND schema_name = $schema AND NOT internal
     UNION ALL
     SELECT view_name, 'view', NULL FROM duckdb_views()
       WHERE database_name = current_database() AND schema_name = $schema AND NOT internal
     ORDER BY name`,
    { schema },
  )
  return rows.map((row) => ({
    name: String(row.name),
    kind: row.kind === 'view' ? 'view' : 'table',
    rows: row.rows === null ? null : Number(row.rows),
  }))
}

/** Columns, keys and text of one table or view; null when there is none. */
export async function describeTable(
  connection: DuckDBConnection,
  schema: string,
  name: string,
): Promise<TableDetail | null> {
  const at = { schema, name }
  const where = 'WHERE database_name = current_database() AND schema_name = $schema'
  const columns = await rowsOf(
    connection,
    `SELECT column_name AS name, data_type AS type, is_nullable AS nullable, column_default AS "default", comment
     FROM duckdb_columns() ${where} AND table_name = $name ORDER BY column_index`,
    at,
  )
  if (columns.length === 0) return null
  const constraints = await rowsOf(
    connection,
    `SELECT constraint_type AS kind, constraint_name AS name, constraint_column_names AS columns,
       referenced_table AS target, referenced_column_names AS target_columns
     FROM duckdb_constraints() ${where} AND table_name = $name`,
    at,
  )
  const indexes = await rowsOf(
    connection,
    `SELECT index_name AS name, is_unique AS "unique", expressions FROM duckdb_indexes() ${where} AND table_name = $name`,
    at,
  )
  const owners = await rowsOf(
    connection,
    `SELECT comment, NULL AS sql FROM duckdb_tables() ${where} AND table_name = $name
     UNION ALL SELECT comment, sql FROM duckdb_views() ${where} AND view_name = $name`,
    at,
  )
  const primary = constraints.find((row) => row.kind === 'PRIMARY KEY')
  return {
    name,
    comment: textOf(owners[0]?.comment),
    columns: columns.map(columnEntry),
    primaryKey: primary ? { name: textOf(primary.name), columns: listOf(primary.columns) } : null,
    foreignKeys: constraints
      .filter((row) => row.kind === 'FOREIGN KEY')
      .map((row) => ({
        name: textOf(row.name),
        columns: listOf(row.columns),
        referredSchema: schema,
        referredTable: String(row.target),
        referredColumns: listOf(row.target_columns),
      })),
    indexes: indexes.map((row) => ({
      name: String(row.name),
      columns: String(row.expressions)
        .replaceAll(/[[\]'"]/g, '')
        .split(/,\s*/),
      isUnique: row.unique === true,
    })),
    view: textOf(owners[0]?.sql),
  }
}

function columnEntry(row: Row): ColumnEntry {
  const longType = String(row.type)
  return {
    name: String(row.name),
    type: longType.replace(/\(.*$/, '') || longType,
    longType,
    generic: duckdbDialect.genericOf(longType),
    isNullable: row.nullable !== false,
    default: textOf(row.default),
    comment: textOf(row.comment),
  }
}

/** Names for completion. */
export async function listFunctions(connection: DuckDBConnection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    `SELECT DISTINCT function_name AS name FROM duckdb_functions()
     WHERE function_type IN ('scalar', 'aggregate', 'macro') AND regexp_matches(function_name, '^[a-z][a-z0-9_]*$')
     ORDER BY name`,
  )
  return rows.map((row) => String(row.name))
}

/** What the engine expects a statement to read and give, from its plan. */
export async function estimateCost(connection: DuckDBConnection, sql: string): Promise<Record<string, string>> {
  const rows = await rowsOf(connection, `EXPLAIN (FORMAT JSON) ${sql}`)
  const plan = JSON.parse(String(rows[0]?.explain_value ?? '[]')) as PlanNode[]
  const scanned = plan.flatMap(scans).reduce((sum, count) => sum + count, 0)
  const given = Number(plan[0]?.extra_info?.['Estimated Cardinality'] ?? Number.NaN)
  return {
    'Rows to read': scanned.toLocaleString('en-US'),
    ...(Number.isFinite(given) ? { 'Rows to return': given.toLocaleString('en-US') } : {}),
  }
}

interface PlanNode {
  readonly name?: string
  readonly children?: readonly PlanNode[]
  readonly extra_info?: Readonly<Record<string, unknown>>
}

function scans(node: PlanNode): number[] {
  const below = (node.children ?? []).flatMap(scans)
  const own = Number(node.extra_info?.['Estimated Cardinality'] ?? 0)
  return (node.children ?? []).length === 0 && Number.isFinite(own) ? [own, ...below] : below
}

const textOf = (value: DuckDBValue | undefined) => (value === null || value === undefined ? null : String(value))
const listOf = (value: DuckDBValue | undefined) => (Array.isArray(value) ? (value as unknown[]).map(String) : [])
