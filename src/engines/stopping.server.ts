/** A connection on which one statement runs, and the ways to end the statement on the server. */
export interface Lease<Connection> {
  readonly connection: Connection
  /** Asks the server to end the statement. Best effort. */
  cancel(): Promise<unknown>
  /** Makes the server end the connection with whatever runs on it. Best effort. */
  terminate(): Promise<unknown>
  /** The connection may serve others. */
  giveBack(): void
  /** Closes the connection, so that nothing goes on running. */
  discard(): void
  /** Rejects when the connection ends by itself: some waits of a driver do not notice. */
  readonly lost: Promise<never>
}

/** Gives a promise for `Lease.lost`, what rejects it, and what takes it back when the lease is over. */
export function lossOf(listen: (lost: (cause: Error) => void) => () => void): {
  readonly lost: Promise<never>
  readonly forget: () => void
} {
  let forget = () => {}
  const lost = new Promise<never>((_, reject) => {
    forget = listen(reject)
  })
  lost.catch(() => {})
  return { lost, forget }
}

/** How long a cancelled statement may go on before its connection is cut and its process on the server ended. */
const PATIENCE_MS = 800
/** A cancel that arrives between two statements is lost, so it is repeated. */
const CANCEL_EVERY_MS = 100

/**
 * Runs work on a connection until it ends or the signal does; then the statement is cancelled on the server too.
 * `isAnswer` tells a failure that the server itself reported, after which the connection is still good.
 */
export async function untilAborted<Connection, T>(
  lend: () => Promise<Lease<Connection>>,
  isAnswer: (cause: unknown) => boolean,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const lease = await lend()
  if (signal.aborted) {
    lease.giveBack()
    signal.throwIfAborted()
  }
  const stopper = new Stopper(lease)
  const stop = () => stopper.begin(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const working = work(lease.connection)
  working.catch(() => {})
  let isClean = false
  try {
    const result = await Promise.race([working, stopper.cut, lease.lost])
    isClean = true
    return result
  } catch (cause) {
    isClean = isAnswer(cause)
    throw cause
  } finally {
    signal.removeEventListener('abort', stop)
    stopper.end()
    // A cancel may arrive after the statement has ended, so the connection serves nobody else.
    if (isClean && !stopper.hasBegun) lease.giveBack()
    else lease.discard()
  }
}

/** Ends what the server does for a lease: by asking, then by force. */
class Stopper {
  /** Rejects when the statement did not end in time. */
  readonly cut: Promise<never>
  hasBegun = false
  readonly #lease: Pick<Lease<unknown>, 'cancel' | 'terminate'>
  readonly #timers: NodeJS.Timeout[] = []
  #giveUp: (reason: unknown) => void = () => {}

  constructor(lease: Pick<Lease<unknown>, 'cancel' | 'terminate'>) {
    this.#lease = lease
    this.cut = new Promise<never>((_, reject) => {
      this.#giveUp = reject
    })
    this.cut.catch(() => {})
  }

  begin(reason: unknown) {
    this.hasBegun = true
    // A server that cannot be reached ends the statement when it notices.
    const cancel = () => void this.#lease.cancel().catch(() => {})
    cancel()
    this.#timers.push(setInterval(cancel, CANCEL_EVERY_MS))
    const force = () => {
      this.#lease.terminate().catch(() => {})
      this.#giveUp(reason)
    }
    this.#timers.push(setTimeout(force, PATIENCE_MS))
  }
  end() {
    for (const timer of this.#timers) clearInterval(timer)
  }
}
