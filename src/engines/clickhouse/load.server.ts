import { Problem } from '../../wire/problem.ts'
import { rowBatches } from '../file-lines.server.ts'
import { bodyText } from '../http-client.server.ts'
import { type FileColumn, isInteger64, LOAD_STATEMENT_MS, type LoadRequest, tableExists } from '../table-loader.ts'
import { type ClickhouseClient, tabText } from './client.server.ts'
import { clickhouseDialect } from './dialect.ts'
import { ClickhouseFailure } from './errors.ts'

const TABLE_EXISTS = 57
const quoted = clickhouseDialect.quoteIdentifier
const VIEW = /View$/
const FIRST_YEAR = 1900
const LAST_YEAR = 2299

export type Load = Omit<LoadRequest, 'signal'> & { readonly database: string; readonly aside: string }

/**
 * Writes the rows of a file into a table. They are put under another name (`aside`) until all of them are read: then
 * that table takes its place, or its rows are added to the one that is there. Throws what the server says of rows that do
 * not fit, a Problem 400 for times beyond its calendar and 422 for a name that is taken.
 */
export async function loadTable(client: ClickhouseClient, load: Load, signal: AbortSignal): Promise<void> {
  const { database, table, aside, ifExists, content } = load
  const say = (sql: string) => tell(client, sql, signal)
  const [place, made] = [table, aside].map((name) => `${quoted(database)}.${quoted(name)}`) as [string, string]
  const held = await engineOf(client, database, table)
  if (held !== null && (ifExists === 'fail' || VIEW.test(held))) throw tableExists()
  const names = content.columns.map(({ name }) => quoted(name)).join()
  const isAdded = held !== null && ifExists === 'append'
  const [columns, like] = isAdded
    ? ['', `EMPTY AS SELECT ${names} FROM ${place}`]
    : [`(${content.columns.map(declared)})`, '']
  await say(`CREATE TABLE ${made} ${columns} ENGINE = MergeTree ORDER BY tuple() ${like}`)
  for await (const batch of rowBatches(content.lines)) await say(insertText(made, content.columns, batch))
  if (isAdded) await say(`INSERT INTO ${place} (${names}) SELECT ${names} FROM ${made}`)
  else if (held !== null) await say(`EXCHANGE TABLES ${made} AND ${place}`)
  else return putInPlace(say, `${made} TO ${place}`)
  await say(`DROP TABLE ${made}`)
}

/** Removes what a load that did not end left. */
export const dropAside = (client: ClickhouseClient, { database, aside }: Pick<Load, 'database' | 'aside'>) =>
  tell(client, `DROP TABLE IF EXISTS ${quoted(database)}.${quoted(aside)}`, AbortSignal.timeout(LOAD_STATEMENT_MS))

async function tell(client: ClickhouseClient, sql: string, signal: AbortSignal): Promise<void> {
  const statement = { sql, database: null, format: 'TabSeparated', timeoutMs: LOAD_STATEMENT_MS, isWrite: true, signal }
  await bodyText(await client.send(statement))
}

async function engineOf(client: ClickhouseClient, database: string, table: string): Promise<string | null> {
  const sql = 'SELECT engine FROM system.tables WHERE database = {database:String} AND name = {table:String}'
  const [row] = await client.ask(sql, { database, table })
  return row === undefined ? null : String(row[0])
}

async function putInPlace(say: (sql: string) => Promise<void>, names: string): Promise<void> {
  await say(`RENAME TABLE ${names}`).catch((cause: unknown) => {
    throw cause instanceof ClickhouseFailure && cause.code === TABLE_EXISTS ? tableExists() : cause
  })
}

type Row = readonly (string | null)[]

/** Values are read by the types of the table; one that is missing is no zero and no empty text. */
function insertText(place: string, columns: readonly FileColumn[], rows: readonly Row[]): string {
  const cells = columns.map(({ name, sqlType }) => (/^(DATE|TIMESTAMP)/.test(sqlType) ? timeText(name) : tabText))
  const line = (row: Row) => columns.map((_, i) => cellText(row[i] ?? null, cells[i] ?? tabText)).join('\t')
  return `INSERT INTO ${place} (${columns.map(({ name }) => quoted(name))})
    SETTINGS input_format_null_as_default = 0, date_time_input_format = 'best_effort'
    FORMAT TabSeparated\n${rows.map(line).join('\n')}\n`
}

const cellText = (text: string | null, write: (text: string) => string) => (text === null ? '\\N' : write(text))

/** The server takes a time beyond its calendar for the last one in it, without a word. */
const timeText = (column: string) => (text: string) => {
  const year = Number(/^(\d{4})-/.exec(text)?.[1] ?? Number.NaN)
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return tabText(text)
  const message = `"${text}" in "${column}" lies outside the years that ClickHouse knows (${FIRST_YEAR} to ${LAST_YEAR}).`
  throw new Problem(400, message, { type: 'GENERIC_DB_ENGINE_ERROR' })
}

const declared = (column: FileColumn) => `${quoted(column.name)} Nullable(${declaredType(column)})`

const WIDE_INTEGERS: Readonly<Record<string, string>> = { UBIGINT: 'UInt64', HUGEINT: 'Int128', UHUGEINT: 'UInt128' }

/** The type that holds every value of a column of the file. */
function declaredType({ sqlType }: Pick<FileColumn, 'sqlType'>): string {
  if (isInteger64(sqlType)) return 'Int64'
  const wide = WIDE_INTEGERS[sqlType]
  if (wide !== undefined) return wide
  if (sqlType.startsWith('DECIMAL')) return sqlType.replace('DECIMAL', 'Decimal')
  if (/^(DOUBLE|FLOAT)$/.test(sqlType)) return 'Float64'
  // Without a zone its times would be read on the clock of whoever asks.
  if (sqlType.startsWith('TIMESTAMP')) return "DateTime64(6, 'UTC')"
  if (sqlType === 'DATE') return 'Date32'
  return sqlType === 'BOOLEAN' ? 'Bool' : 'String'
}
