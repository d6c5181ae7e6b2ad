import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { quoteStandardName } from '../../query/dialect.ts'
import { watchedForSilence } from '../silence.server.ts'

/** How a transaction is opened: what it may do, for how long, and where names are looked up first. */
export interface Opening {
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  readonly schema: string | null
  /** The clock is the one that the session was set to, as `beginSession` or a statement of its script did. */
  readonly keepsClock?: boolean
  /** The transaction of the script is open already, and goes on after the statement. */
  readonly isInside?: boolean
  /** Without it the server's own. */
  readonly isolation?: string | null
}

/** Values arrive as the server writes them; every digit is kept. */
export const RAW_TYPES = { getTypeParser: () => (text: string) => text }

const CLOCK = { TimeZone: 'UTC' }

/** Settings that make texts mean the same on every server, for one transaction. */
const SETTINGS = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
}

/** Means the same whatever the server makes of a backslash. */
const escapedText = (value: string) => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function beginText({ isReadOnly, isolation }: Opening): string {
  const level = isolation ? `ISOLATION LEVEL ${isolation} ` : ''
  return `BEGIN ${level}${isReadOnly ? 'READ ONLY' : 'READ WRITE'}`
}

const openingTexts = (opening: Opening): readonly string[] =>
  opening.isInside ? [settingsText(opening)] : [beginText(opening), settingsText(opening)]

/** As a query it makes the mode final: before the first one, a statement could still make the transaction writable. */
function settingsText({ timeoutMs, schema, keepsClock }: Opening): string {
  const path = schema === null ? {} : { search_path: `${quoteStandardName(schema)}, public` }
  const clock = keepsClock ? {} : CLOCK
  const settings = Object.entries({ statement_timeout: String(Math.ceil(timeoutMs)), ...clock, ...SETTINGS, ...path })
  return `SELECT ${settings.map(([name, value]) => setting(name, value, true)).join(', ')}`
}

const setting = (name: string, value: string, isLocal: boolean) =>
  `pg_catalog.set_config('${name}', ${escapedText(value)}, ${isLocal})`

/** Begins a transaction in which texts mean the same on every server. */
export async function begin(client: PoolClient, opening: Opening): Promise<void> {
  await client.query(openingTexts(opening).join('; '))
}

/** Begins the session of a script: on the same clock as any other, until the script sets another. */
export async function beginSession(client: PoolClient): Promise<void> {
  const calls = Object.entries(CLOCK).map(([name, value]) => setting(name, value, false))
  await client.query(`SELECT ${calls.join(', ')}`)
}

/** What the driver has for sending messages one by one. */
export interface Extended {
  parse(statement: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void
  bind(portal: {
    readonly portal: string
    readonly statement: string
    readonly values: readonly string[]
    readonly binary: boolean
  }): void
  describe(what: { readonly type: 'P'; readonly name: string }): void
  execute(portal: { readonly portal: string; readonly rows: number }): void
  sync(): void
}

/** Sends what `begin` says, ahead of a statement in the same message; until the next sync, a failure ends all of it. */
export function sendOpening(connection: Extended, opening: Opening): void {
  for (const text of openingTexts(opening)) {
    connection.parse({ name: '', text, types: [] })
    connection.bind({ portal: '', statement: '', values: [], binary: false })
    connection.execute({ portal: '', rows: 0 })
  }
}

/** The driver keeps its socket to itself. */
export const socketOf = (client: PoolClient) =>
  (client as unknown as { readonly connection?: { readonly stream?: Socket } }).connection?.stream

/** Ends what a transaction left and gives the connection back; one that cannot be cleaned is closed. */
export async function giveBack(client: PoolClient): Promise<void> {
  watchedForSilence(client, socketOf(client))
  try {
    await client.query('ROLLBACK')
    await client.query('DISCARD ALL')
    client.release()
  } catch {
    client.release(true)
  }
}

/** The server's process behind a connection. */
export const backendOf = (client: PoolClient): number =>
  Number((client as unknown as { readonly processID?: unknown }).processID)

/** Reads a statement without planning or running it. Rejects with what the server says of it. */
export function parseOnly(client: PoolClient, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | null = null
    const noted = (error: Error) => {
      failure = error
      reject(error)
    }
    client.query({
      submit: (connection) => {
        connection.parse({ name: '', text, types: [] }, true)
        connection.sync()
      },
      handleError: noted,
      handleReadyForQuery: () => {
        if (failure === null) resolve()
      },
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handleCommandComplete: () => {},
      handleEmptyQuery: () => {},
      handlePortalSuspended: () => {},
    } as Parsing)
  })
}

interface Parsing {
  submit(connection: { parse(query: unknown, more: boolean): void; sync(): void }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}
