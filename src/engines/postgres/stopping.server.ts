import type { PoolClient } from 'pg'
import type { Connections } from './connections.server.ts'
import { failureOf } from './errors.ts'
import { backendOf, giveBack } from './session.server.ts'

/** How long a cancelled statement may go on before its connection is cut and its process on the server ended. */
const PATIENCE_MS = 800
/** A cancel that arrives between two statements is lost, so it is repeated. */
const CANCEL_EVERY_MS = 100

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
  const stopper = new Stopper(connections, backendOf(client))
  const stop = () => stopper.begin(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const working = work(client)
  working.catch(() => {})
  let isClean = false
  try {
    const result = await Promise.race([working, stopper.cut])
    isClean = true
    return result
  } catch (cause) {
    isClean = failureOf(cause) !== null
    throw cause
  } finally {
    signal.removeEventListener('abort', stop)
    stopper.end()
    // A cancel may arrive after the statement has ended, so the connection serves nobody else.
    if (isClean && !stopper.hasBegun) void giveBack(client)
    else client.release(true)
  }
}

/** Ends what a process of the server does: by asking, then by force. */
class Stopper {
  /** Rejects when the statement did not end in time. */
  readonly cut: Promise<never>
  hasBegun = false
  readonly #connections: Connections
  readonly #backend: number
  readonly #timers: NodeJS.Timeout[] = []
  #giveUp: (reason: unknown) => void = () => {}

  constructor(connections: Connections, backend: number) {
    this.#connections = connections
    this.#backend = backend
    this.cut = new Promise<never>((_, reject) => {
      this.#giveUp = reject
    })
    this.cut.catch(() => {})
  }

  begin(reason: unknown) {
    this.hasBegun = true
    void this.#ask('pg_cancel_backend')
    this.#timers.push(setInterval(() => void this.#ask('pg_cancel_backend'), CANCEL_EVERY_MS))
    const force = () => {
      void this.#ask('pg_terminate_backend')
      this.#giveUp(reason)
    }
    this.#timers.push(setTimeout(force, PATIENCE_MS))
  }
  end() {
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Best effort: a server that cannot be reached ends the statement when it notices. */
  async #ask(name: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
    try {
      const servant = await this.#connections.servant()
      try {
        await servant.query(`SELECT pg_catalog.${name}($1)`, [this.#backend])
      } finally {
        servant.release()
      }
    } catch {
      return
    }
  }
}
