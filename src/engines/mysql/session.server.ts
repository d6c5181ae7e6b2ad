import type { Connection } from 'mysql2'
import { scan } from '../../query/sql/scan.ts'
import { mysqlDialect } from './dialect.ts'

/** What differs between the servers that speak this protocol. */
export interface ServerFacts {
  readonly isMariaDb: boolean
  /** Names of WITH mean the same in every case; MariaDB looks them up so whatever it does with those of tables. */
  readonly foldsNames: boolean
}

/** How a transaction is opened: what it may do, for how long, and where names are looked up. */
export interface Opening {
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  /** The database that names without one belong to; empty for none. */
  readonly database: string
  /** Texts mean what `beginSession` and the statements of its script made of them. */
  readonly keepsSettings?: boolean
  /** The transaction of the script is open already, and goes on after the statement. */
  readonly isInside?: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Rows of a short question of the product itself. Values go apart from the text. */
export function ask<R extends Row = Row>(
  connection: Connection,
  sql: string,
  values: readonly string[] = [],
): Promise<readonly R[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, rows: unknown) => {
      if (error) reject(error)
      else resolve(Array.isArray(rows) ? (rows as R[]) : [])
    }
    if (values.length === 0) connection.query(sql, done)
    else connection.execute(sql, [...values], done)
  })
}

/** Asks a server what it is. */
export async function serverFacts(connection: Connection): Promise<ServerFacts> {
  const [row] = await ask<{ version: string; folding: number }>(
    connection,
    'SELECT VERSION() AS version, @@lower_case_table_names AS folding',
  )
  const isMariaDb = /mariadb/i.test(String(row?.version))
  return { isMariaDb, foldsNames: isMariaDb || Number(row?.folding) !== 0 }
}

/** Without a database of its own a session would keep the one that somebody used before. */
const NOWHERE = 'information_schema'

/**
 * Makes texts mean the same on every server and begins a transaction. The session itself is set to reading too, so
 * that a transaction after this one could not write either.
 */
export async function begin(connection: Connection, facts: ServerFacts, opening: Opening): Promise<void> {
  const mode = opening.isReadOnly ? 'READ ONLY' : 'READ WRITE'
  await prepareSession(connection, facts, opening)
  if (opening.isInside) return
  await ask(connection, `SET SESSION TRANSACTION ${mode}`)
  await ask(connection, `START TRANSACTION ${mode}`)
}

/** Makes a session read texts as `begin` does, without a transaction. */
export async function prepareSession(
  connection: Connection,
  facts: ServerFacts,
  { timeoutMs, database, keepsSettings }: Omit<Opening, 'isReadOnly'>,
): Promise<void> {
  const limit = limitText(facts, timeoutMs)
  await ask(connection, keepsSettings ? `SET ${limit}` : `${SETTINGS}, ${limit}`)
  await enter(connection, database)
}

/** What the server warned of, as it tells it. */
export type Warnings = readonly { readonly Level: string; readonly Code: number; readonly Message: string }[]

/** The warnings of the statement before, which the product's own statements would else put away. */
export const warningsOf = (connection: Connection): Promise<Warnings> => ask(connection, 'SHOW WARNINGS')

/** For `SHOW WARNINGS`, a query that gives what it would have given after the statement before; null for any other. */
export function askedWarnings(sql: string, warnings: Warnings): string | null {
  const [verb, what, limit] = scan(sql, mysqlDialect.lexicon)
  if (verb?.word !== 'SHOW' || what?.word !== 'WARNINGS') return null
  return `SELECT * FROM (${warningsQuery(warnings)}) AS warned${limit ? ` ${sql.slice(limit.from)}` : ''}`
}

function warningsQuery(warnings: Warnings): string {
  const text = (value: string) => mysqlDialect.quoteText(value)
  const rows = warnings.map(
    ({ Level, Code, Message }) =>
      `SELECT ${text(Level)} AS Level, ${Number(Code)} AS Code, ${text(Message)} AS Message`,
  )
  return rows.length > 0
    ? rows.join(' UNION ALL ')
    : "SELECT '' AS Level, 0 AS Code, '' AS Message FROM DUAL WHERE 1 = 0"
}

/** Begins the session of a script: texts mean the same as in any other, until the script sets something else. */
export async function beginSession(connection: Connection): Promise<void> {
  await ask(connection, SETTINGS)
}

const enter = (connection: Connection, database: string) =>
  ask(connection, `USE ${mysqlDialect.quoteIdentifier(database === '' ? NOWHERE : database)}`)

/** Grouping is checked as the server is set up; everything else that changes the meaning of a text is fixed. */
const SETTINGS =
  "SET NAMES utf8mb4, time_zone = '+00:00', lc_messages = 'en_US', lc_time_names = 'en_US', " +
  "sql_mode = IF(FIND_IN_SET('ONLY_FULL_GROUP_BY', @@sql_mode), 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES', " +
  "'STRICT_TRANS_TABLES')"

const limitText = ({ isMariaDb }: ServerFacts, timeoutMs: number) =>
  isMariaDb
    ? `max_statement_time = ${Math.max(1, Math.ceil(timeoutMs)) / 1000}`
    : `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs))}`

/** Reads a statement and looks its names up without running it. Rejects with what the server says of it. */
export function prepareOnly(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error) => {
      if (error) return reject(error)
      // Otherwise the driver would answer the next time from what it remembers.
      connection.unprepare(sql)
      resolve()
    })
  })
}
