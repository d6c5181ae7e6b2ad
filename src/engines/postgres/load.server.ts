import type { PoolClient } from 'pg'
import { quoteStandardName } from '../../query/dialect.ts'
import { rowBatches } from '../file-lines.server.ts'
import { type FileColumn, isInteger64, LOAD_STATEMENT_MS, type LoadRequest, tableExists } from '../table-loader.ts'
import { begin } from './session.server.ts'

type Held = readonly { readonly kind: string; readonly column: string; readonly type: string }[]

const HELD_SQL = `
  SELECT c.relkind::text AS kind, a.attname::text AS column, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE n.nspname = $1 AND c.relname = $2`

/**
 * Writes the rows of a file into a table of a schema, in one transaction. Rejects with what the server says of rows that
 * do not fit, and with a Problem 422 for a name that is taken.
 */
export async function loadTable(client: PoolClient, schema: string, request: Omit<LoadRequest, 'signal'>) {
  const { table, ifExists, content } = request
  const name = `${quoteStandardName(schema)}.${quoteStandardName(table)}`
  await begin(client, { isReadOnly: false, timeoutMs: LOAD_STATEMENT_MS, schema: null })
  const held = (await client.query(HELD_SQL, [schema, table])).rows as Held
  const [first] = held
  if (first && (ifExists === 'fail' || !isTable(first.kind))) throw tableExists()
  if (first && ifExists === 'replace') await client.query(`DROP TABLE ${name}`)
  if (!first || ifExists === 'replace') await client.query(`CREATE TABLE ${name} (${content.columns.map(declared)})`)
  const kept = ifExists === 'append' ? new Map(held.map(({ column, type }) => [column, type])) : new Map()
  const types = content.columns.map((column) => kept.get(column.name) ?? declaredType(column))
  for await (const rows of rowBatches(content.lines)) {
    const values = content.columns.map((_, i) => rows.map((row) => row[i] ?? null))
    await client.query(insertText(name, content.columns, types), values)
  }
  await client.query('COMMIT')
}

/** Ordinary, or divided into parts. */
const isTable = (kind: string) => kind === 'r' || kind === 'p'

const declared = (column: FileColumn) => `${quoteStandardName(column.name)} ${declaredType(column)}`

/** Texts of each column in a list of its own, which the server makes into rows and values. */
function insertText(name: string, columns: readonly FileColumn[], types: readonly string[]): string {
  const [names, cells] = [columns.map((column) => quoteStandardName(column.name)), columns.map((_, i) => `c${i}`)]
  const casts = cells.map((cell, i) => `${cell}::${types[i]}`)
  const lists = cells.map((_, i) => `$${i + 1}::text[]`)
  return `INSERT INTO ${name} (${names}) SELECT ${casts} FROM unnest(${lists}) AS given(${cells})`
}

/** The type that holds every value of a column of the file. */
function declaredType({ sqlType }: Pick<FileColumn, 'sqlType'>): string {
  if (isInteger64(sqlType)) return 'bigint'
  if (/INT$/.test(sqlType)) return 'numeric'
  if (sqlType.startsWith('DECIMAL')) return sqlType.replace('DECIMAL', 'numeric')
  if (/^(DOUBLE|FLOAT)$/.test(sqlType)) return 'double precision'
  if (sqlType === 'TIMESTAMP WITH TIME ZONE') return 'timestamptz'
  if (sqlType.startsWith('TIMESTAMP')) return 'timestamp'
  return sqlType === 'BOOLEAN' || sqlType === 'DATE' ? sqlType.toLowerCase() : 'text'
}
