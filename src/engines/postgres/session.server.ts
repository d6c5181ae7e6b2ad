import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { quoteStandardName } from '../../query/dialect.ts'
import { watchedForSilence } from '../silence.server.ts'

/** How a transaction is opened: what it may do, for how long, and where names are looked up first. */
export interface Opening {
  readonly isReadOnly: boolean
  readonly timeoutMs: number
  readonly schema: string | null
}

/** Values arrive as the server writes them; every digit is kept. */
export const RAW_TYPES = { getTypeParser: () => (text: string) => text }

/**
 * Begins a transaction in which texts mean the same on every server. The first query makes the mode final: before it,
 * a statement could still make the transaction writable.
 */
export async function begin(client: PoolClient, { isReadOnly, timeoutMs, schema }: Opening): Promise<void> {
  const path = schema === null ? '' : `SET LOCAL search_path = ${quoteStandardName(schema)}, public; `
  await client.query(
    `BEGIN ${isReadOnly ? 'READ ONLY' : 'READ WRITE'}; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}; ` +
      "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; " +
      "SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; " +
      `SET LOCAL standard_conforming_strings = on; ${path}SELECT 1`,
  )
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
