import type { PoolClient } from 'pg'
import { type Lease, lossOf } from '../stopping.server.ts'
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
      void giveBack(client)
    },
    discard: () => {
      forget()
      client.release(true)
    },
  }
}
