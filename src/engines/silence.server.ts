import type { Socket } from 'node:net'

/** Longer than the server may take for any short question, so that it is known to be silent. */
const SILENCE_MS = 12_000

/**
 * Watches a connection that is lent for a short question: when it is not given back in time, its socket is ended and
 * with it whatever waits on it. A server that says nothing more holds nobody up and keeps no place in the pool.
 */
export function watchedForSilence<Connection extends { release(...args: never[]): void }>(
  connection: Connection,
  socket: Pick<Socket, 'destroy'> | undefined,
): Connection {
  const silent = () =>
    socket?.destroy(Object.assign(new Error('Connection terminated: no answer in time'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(silent, SILENCE_MS)
  timer.unref()
  const { release } = connection
  connection.release = (...args: never[]) => {
    clearTimeout(timer)
    connection.release = release
    release.apply(connection, args)
  }
  return connection
}
