import type { Connection } from 'mysql2'
import { rowBatches } from '../file-lines.server.ts'
import { nameAside } from '../name-aside.server.ts'
import { type FileColumn, isInteger64, type LoadRequest, tableExists } from '../table-loader.ts'
import { mysqlDialect } from './dialect.ts'
import { failureOf } from './errors.ts'
import { ask } from './session.server.ts'

const TABLE_EXISTS = 1050
const quoted = mysqlDialect.quoteIdentifier

export type Load = Omit<LoadRequest, 'signal'> & { readonly database: string; readonly aside: string }

/**
 * Writes the rows of a file into a table: those that are added in one transaction, a new table under another name
 * (`aside`) until it is whole, since the server keeps what makes tables out of transactions. Rejects with what the server
 * says of rows that do not fit, and with a Problem 422 for a name that is taken.
 */
export async function loadTable(connection: Connection, load: Load): Promise<void> {
  const { database, table, aside, ifExists, content } = load
  const [place, made] = [table, aside].map((name) => `${quoted(database)}.${quoted(name)}`) as [string, string]
  const [held] = await ask<{ kind: string }>(
    connection,
    'SELECT table_type AS kind FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
    [database, table],
  )
  if (held && (ifExists === 'fail' || held.kind !== 'BASE TABLE')) throw tableExists()
  if (held && ifExists === 'append') {
    await insert(connection, place, content)
    await ask(connection, 'COMMIT')
    return
  }
  await ask(connection, `CREATE TABLE ${made} (${content.columns.map(declared)}) DEFAULT CHARSET utf8mb4`)
  await insert(connection, made, content)
  await ask(connection, 'COMMIT')
  if (!held) return putInPlace(connection, `${made} TO ${place}`)
  const between = `${quoted(database)}.${quoted(nameAside())}`
  const swap = () => putInPlace(connection, `${place} TO ${between}, ${made} TO ${place}, ${between} TO ${made}`)
  await swap()
  await ask(connection, `DROP TABLE ${made}`).catch(async (cause: unknown) => {
    // Other tables refer to it, so it stays.
    await swap()
    throw cause
  })
}

/** Removes what a load that did not end left. */
export const dropAside = (connection: Connection, { database, aside }: Pick<Load, 'database' | 'aside'>) =>
  ask(connection, `DROP TABLE IF EXISTS ${quoted(database)}.${quoted(aside)}`)

async function putInPlace(connection: Connection, names: string): Promise<void> {
  await ask(connection, `RENAME TABLE ${names}`).catch((cause: unknown) => {
    throw failureOf(cause)?.errno === TABLE_EXISTS ? tableExists() : cause
  })
}

async function insert(connection: Connection, place: string, { columns, lines }: Load['content']): Promise<void> {
  const head = `INSERT INTO ${place} (${columns.map((column) => quoted(column.name))}) VALUES `
  const values = columns.map(({ sqlType }) => (sqlType === 'BOOLEAN' ? truth : mysqlDialect.quoteText))
  const cell = (text: string | null, i: number) => (text === null ? 'NULL' : (values[i]?.(text) ?? 'NULL'))
  for await (const rows of rowBatches(lines))
    await ask(connection, head + rows.map((row) => `(${row.map(cell).join()})`).join())
}

const truth = (text: string) => (text === 'true' ? '1' : '0')
const declared = (column: FileColumn) => `${quoted(column.name)} ${declaredType(column)}`

const MOST_DECIMALS = 30

/** The type that holds every value of a column of the file. */
function declaredType({ sqlType }: Pick<FileColumn, 'sqlType'>): string {
  if (isInteger64(sqlType)) return 'bigint'
  if (/INT$/.test(sqlType)) return 'decimal(39)'
  if (Number(/^DECIMAL\(\d+,\s*(\d+)\)$/.exec(sqlType)?.[1] ?? MOST_DECIMALS + 1) <= MOST_DECIMALS)
    return sqlType.toLowerCase()
  if (/^(DOUBLE|FLOAT)$/.test(sqlType)) return 'double'
  if (sqlType === 'TIMESTAMP') return 'datetime(6)'
  return sqlType === 'BOOLEAN' || sqlType === 'DATE' ? sqlType.toLowerCase() : 'longtext'
}
