import type { PoolClient } from 'pg'
import type { Connections } from './connections.server.ts'
import { failureOf } from './errors.ts'
import { backendOf, giveBack } from './session.server.ts'

/** How long a cancelled statement may go on before its connection is cut. */
const PATIENCE_MS = 800

/** Runs work on a connection until it ends or the signal does; then the statement is cancelled on the server too. */
export async function untilAborted<T>(
  connections: Connections,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const client = await connections.worker()
  if (signal.aborted) {
    client.release()
    signal.throwIfAborted()
  }
  const working = work(client)
  let cancelling: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let give: (reason: unknown) => void = () => {}
  const cut = new Promise<never>((_, reject) => {
    give = reject
  })
  const stop = () => {
    cancelling = cancel(connections, backendOf(client))
    timer = setTimeout(() => give(signal.reason), PATIENCE_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  let isClean = false
  try {
    const result = await Promise.race([working, cut])
    isClean = true
    return result
  } catch (cause) {
    isClean = failureOf(cause) !== null
    throw cause
  } finally {
    signal.removeEventListener('abort', stop)
    if (timer) clearTimeout(timer)
    // A cancel may arrive after the statement has ended, so the connection serves nobody else.
    if (cancelling === null && isClean) void giveBack(client)
    else client.release(true)
    working.catch(() => {})
    cut.catch(() => {})
  }
}

/** Best effort: a lost connection to the server ends the statement as well. */
async function cancel(connections: Connections, backend: number): Promise<void> {
  try {
    const servant = await connections.servant()
    try {
      await servant.query('SELECT pg_catalog.pg_cancel_backend($1)', [backend])
    } finally {
      servant.release()
    }
  } catch {
    return
  }
}
