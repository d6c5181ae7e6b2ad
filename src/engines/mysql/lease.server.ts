import type { PoolConnection } from 'mysql2'
import { type Lease, lossOf } from '../stopping.server.ts'
import type { Connections } from './connections.server.ts'
import { failureOf } from './errors.ts'
import { ask } from './session.server.ts'

/** More than can lie idle in the pool. */
const MOST_IDLE = 11

/** A connection for one statement, which may be left in the middle of its rows. */
export interface Worker {
  readonly connection: PoolConnection
  /** The statement still runs: the connection serves nobody else. */
  abandon(): void
}

/**
 * A connection for one statement of somebody, which a second connection can end. `prepare` begins its transaction; where
 * the server has ended an idle connection meanwhile, another is taken.
 */
export async function leaseOf(
  connections: Connections,
  prepare: (connection: PoolConnection) => Promise<void>,
): Promise<Lease<Worker>> {
  const connection = await prepared(connections, prepare, MOST_IDLE)
  const { threadId } = connection
  let isAbandoned = false
  const kill = async (what: 'QUERY' | 'CONNECTION') => {
    const servant = await connections.servant()
    try {
      await ask(servant, `KILL ${what} ${threadId}`)
    } finally {
      servant.release()
    }
  }
  const { lost, forget } = lossOf((reject) => {
    const ended = () => reject(Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST' }))
    connection.on('error', reject).on('end', ended)
    return () => connection.off('error', reject).off('end', ended)
  })
  // Closing alone would leave the statement running.
  const discard = () => {
    forget()
    kill('CONNECTION').catch(() => {})
    connection.destroy()
  }
  const giveBack = () => {
    forget()
    connection.query('ROLLBACK', (error) => (error ? connection.destroy() : connection.release()))
  }
  return {
    lost,
    connection: {
      connection,
      abandon: () => {
        isAbandoned = true
      },
    },
    cancel: () => kill('QUERY'),
    terminate: () => kill('CONNECTION'),
    giveBack: () => (isAbandoned ? discard() : giveBack()),
    discard,
  }
}

async function prepared(
  connections: Connections,
  prepare: (connection: PoolConnection) => Promise<void>,
  attempts: number,
): Promise<PoolConnection> {
  const connection = await connections.worker()
  try {
    await prepare(connection)
    return connection
  } catch (cause) {
    connection.destroy()
    if (failureOf(cause) !== null || attempts <= 1) throw cause
    return prepared(connections, prepare, attempts - 1)
  }
}
