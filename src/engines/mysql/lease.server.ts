import type { PoolConnection } from 'mysql2'
import { type Lease, lossOf } from '../stopping.server.ts'
import type { Connections } from './connections.server.ts'
import { failureOf } from './errors.ts'
import { ask, beginSession, type Warnings } from './session.server.ts'

/** More than can lie idle in the pool. */
const MOST_IDLE = 11

/** A connection for one statement. */
export interface Worker {
  readonly connection: PoolConnection
  /** Leaves the statement in the middle of its rows: the connection serves nobody else. Null where others need it. */
  readonly abandon: (() => void) | null
}

/** A connection that the statements of one script have in turn, and nobody else. */
export interface Held {
  readonly connection: PoolConnection
  lend(prepare: Prepare): Promise<Lease<Worker>>
  /** A transaction of the script is open, and stays so between its statements. */
  isInside: boolean
  /** Of the last statement of the script that is no question after them. */
  warnings: Warnings
  /** Closes the connection, and with it whatever the statements have made or set for themselves. */
  close(): void
}

type Prepare = (connection: PoolConnection) => Promise<void>

/**
 * A connection for one statement of somebody, which a second connection can end. `prepare` begins its transaction; where
 * the server has ended an idle connection meanwhile, another is taken.
 */
export async function leaseOf(connections: Connections, prepare: Prepare): Promise<Lease<Worker>> {
  const connection = await prepared(connections, prepare, MOST_IDLE)
  let isAbandoned = false
  const abandon = () => {
    isAbandoned = true
  }
  const giveBack = () => connection.query('ROLLBACK', (error) => (error ? connection.destroy() : connection.release()))
  const lease = lent({ connection, abandon }, connections, {
    giveBack: () => void giveBack(),
    discard: () => connection.destroy(),
  })
  return { ...lease, giveBack: () => (isAbandoned ? lease.discard() : lease.giveBack()) }
}

/** Takes a connection for a script. Throws a Problem with a connection error type. */
export async function hold(connections: Connections): Promise<Held> {
  const connection = await connections.session()
  let isClosed = false
  const close = () => {
    if (!isClosed) connection.destroy()
    isClosed = true
  }
  try {
    await beginSession(connection)
  } catch (cause) {
    close()
    throw cause
  }
  // The next statement waits for this one; a connection that is lost meanwhile tells it so.
  const giveBack = () => {
    if (!held.isInside) connection.query('ROLLBACK', () => {})
  }
  const lend = async (prepare: Prepare) => {
    await prepare(connection)
    return lent({ connection, abandon: null }, connections, { giveBack, discard: close })
  }
  const held: Held = { connection, lend, close, isInside: false, warnings: [] }
  return held
}

function lent(
  worker: Worker,
  connections: Connections,
  after: Pick<Lease<Worker>, 'giveBack' | 'discard'>,
): Lease<Worker> {
  const { connection } = worker
  const { threadId } = connection
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
  return {
    lost,
    connection: worker,
    cancel: () => kill('QUERY'),
    terminate: () => kill('CONNECTION'),
    giveBack: () => {
      forget()
      after.giveBack()
    },
    discard: () => {
      forget()
      // Closing alone would leave the statement running.
      kill('CONNECTION').catch(() => {})
      after.discard()
    },
  }
}

async function prepared(connections: Connections, prepare: Prepare, attempts: number): Promise<PoolConnection> {
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
