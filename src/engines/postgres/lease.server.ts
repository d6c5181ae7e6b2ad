import type { PoolClient } from 'pg'
import { type Lease, lossOf } from '../stopping.server.ts'
import type { Connections } from './connections.server.ts'
import { backendOf, beginSession, giveBack } from './session.server.ts'

/** A connection for one statement of somebody, which a second connection can end. */
export async function leaseOf(connections: Connections): Promise<Lease<PoolClient>> {
  const client = await connections.worker()
  return lent(client, connections, {
    giveBack: () => void giveBack(client),
    discard: () => client.release(true),
  })
}

/** A connection that the statements of one script have in turn, and nobody else. */
export interface Held {
  readonly client: PoolClient
  lend(): Promise<Lease<PoolClient>>
  /** A transaction of the script is open, and stays so between its statements. */
  isInside: boolean
  /** Closes the connection, and with it whatever the statements have made or set for themselves. */
  close(): void
}

/** Takes a connection for a script. Throws a Problem with a connection error type. */
export async function hold(connections: Connections): Promise<Held> {
  const client = await connections.session()
  let isClosed = false
  const close = () => {
    if (!isClosed) client.release(true)
    isClosed = true
  }
  try {
    await beginSession(client)
  } catch (cause) {
    close()
    throw cause
  }
  // The next statement waits for this one; a connection that is lost meanwhile tells it so.
  const giveBack = () => {
    if (!held.isInside) client.query('ROLLBACK').catch(() => {})
  }
  const lend = async () => lent(client, connections, { giveBack, discard: close })
  const held: Held = { client, lend, close, isInside: false }
  return held
}

function lent(
  client: PoolClient,
  connections: Connections,
  after: Pick<Lease<PoolClient>, 'giveBack' | 'discard'>,
): Lease<PoolClient> {
  const backend = backendOf(client)
  const ask = async (name: 'pg_cancel_backend' | 'pg_terminate_backend') => {
    const servant = await connections.servant()
    try {
      await servant.query(`SELECT pg_catalog.${name}($1)`, [backend])
    } finally {
      servant.release()
    }
  }
  const { lost, forget } = lossOf((reject) => {
    const ended = () => reject(new Error('Connection terminated unexpectedly'))
    client.on('error', reject).on('end', ended)
    return () => client.off('error', reject).off('end', ended)
  })
  return {
    lost,
    connection: client,
    cancel: () => ask('pg_cancel_backend'),
    terminate: () => ask('pg_terminate_backend'),
    giveBack: () => {
      forget()
      after.giveBack()
    },
    discard: () => {
      forget()
      after.discard()
    },
  }
}
