import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MAX_CONNECTIONS = 2000
const BUSY = JSON.stringify({ message: 'The server has too many connections open. Please try again.' })

/** Connections above the number that is served: their requests are told so. */
export interface Crowd {
  /** Answers 503 to a request of a connection too many; false for every other one. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean
  /** True while answers are on their way, also those whose writers are done with them. */
  isSending(): boolean
}

/**
 * Serves as many connections as leave half of the open files for tables, engines and pages, tells as many as a quarter
 * of the files that they are too many, and takes no more: a process without files cannot even say what is wrong.
 */
export function limitConnections(server: Server, files: number = openFilesLimit()): Crowd {
  const served = Math.min(MAX_CONNECTIONS, Math.floor(files / 2))
  const tooMany = new WeakSet<Socket>()
  const open = new Set<Socket>()
  server.maxConnections = served + Math.min(served, Math.floor(files / 4))
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    if (open.size > served) tooMany.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    refuses: (request, response) => {
      if (!tooMany.has(request.socket)) return false
      const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', connection: 'close' }
      response.writeHead(503, headers).end(BUSY)
      return true
    },
    isSending: () => [...open].some(({ writableLength }) => writableLength > 0),
  }
}

/** How many files the process may have open; without a bound where the system does not say. */
function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
