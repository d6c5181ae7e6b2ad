import type { PoolClient } from 'pg'
import type { Lease } from '../stopping.server.ts'
import type { Connections } from './connections.server.ts'
import { backendOf, giveBack } from './session.server.ts'

/** A connection for one statement of somebody, which a second connection can end. */
export async function leaseOf(connections: Connections): Promise<Lease<PoolClient>> {
  const client = await connections.worker()
  const backend = backendOf(client)
  const ask = async (name: 'pg_cancel_backend' | 'pg_terminate_backend') => {
    const servant = await connections.servant()
    try {
      await servant.query(`SELECT pg_catalog.${name}($1)`, [backend])
    } finally {
      servant.release()
    }
  }
  return {
    connection: client,
    cancel: () => ask('pg_cancel_backend'),
    terminate: () => ask('pg_terminate_backend'),
    giveBack: () => void giveBack(client),
    discard: () => client.release(true),
  }
}
