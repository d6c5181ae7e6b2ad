import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { type Crowd, limitConnections } from './crowd.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The listening socket. It is open before the application behind it is loaded; whoever comes early waits. */
export interface FrontDoor {
  readonly server: Server
  readonly port: number
  /** From here on requests go to the application. */
  handOver(handler: Handler): void
  /** Takes no more requests, lets those under way finish, and closes what is left once `limit` is over. */
  close(limit: AbortSignal): Promise<void>
}

/** The port cannot be used; the text is for the terminal. */
export class PortError extends Error {}

export interface Place {
  readonly host: string
  readonly port: number
  readonly isPortFixed: boolean
  /** How long somebody may take nothing of an answer that lies ready; a minute without it. */
  readonly stalledMs?: number
}

const TRIES = 20
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 65_000
const STALLED_MS = 60_000
const IDLE_LOOK_MS = 100
const MAX_HEADER_BYTES = 16_384

/** Listens on the asked port, or on the next free one when none was asked for. */
export async function openFrontDoor(place: Place): Promise<FrontDoor> {
  const early: [IncomingMessage, ServerResponse][] = []
  let handler: Handler | null = null
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Other upgrades, such as to HTTP/2, are not taken up: their requests are answered as they are.
      shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      if (crowd.refuses(request, response)) return
      if (handler) handler(request, response)
      else if (request.url === '/health') healthy(response)
      else early.push([request, response])
    },
  )
  const crowd = limitConnections(server)
  server.on('clientError', refuseBrokenRequest)
  endStalled(server, place.stalledMs ?? STALLED_MS)
  const port = await listen(server, place)
  return {
    server,
    port,
    handOver: (next) => {
      handler = next
      for (const [request, response] of early.splice(0)) next(request, response)
    },
    close: (limit) => closeServer(server, crowd, limit),
  }
}

/**
 * Ends connections whose reader takes nothing: the answer would lie in memory, and its place be taken, for as long as
 * they like. Who waits for an answer that is being made waits on; a connection between two requests has a limit of its
 * own, to which Node sets it then.
 */
function endStalled(server: Server, limitMs: number): void {
  server.setTimeout(limitMs, (socket) => {
    if (socket.timeout !== limitMs || socket.writableLength > 0) socket.destroy()
  })
}

function healthy(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end('OK')
}

async function listen(server: Server, { host, port, isPortFixed }: Place): Promise<number> {
  for (let candidate = port; candidate < port + TRIES; candidate += 1) {
    try {
      await listenOn(server, host, candidate)
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : candidate
    } catch (cause) {
      const { code } = cause as { code?: string }
      if (code === 'EADDRINUSE' && !isPortFixed) continue
      throw new PortError(textOf(code, host, candidate, cause), { cause })
    }
  }
  throw new PortError(`The ports ${port} to ${port + TRIES - 1} are taken. Choose one with --port.`)
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function textOf(code: string | undefined, host: string, port: number, cause: unknown): string {
  if (code === 'EADDRINUSE') return `The port ${port} is taken. Choose another one with --port, or leave --port out.`
  if (code === 'EACCES') return `The port ${port} may not be used by this user. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `The host ${host} is not an address of this machine.`
  return `Listening on ${host}:${port} failed: ${cause instanceof Error ? cause.message : String(cause)}`
}

function closeServer(server: Server, crowd: Pick<Crowd, 'isSending'>, limit: AbortSignal): Promise<void> {
  const closeAll = () => server.closeAllConnections()
  return new Promise((resolve) => {
    // A connection whose request is answered waits for the next one, for as long as it would with an open door.
    const closeIdle = () => crowd.isSending() || server.closeIdleConnections()
    const idle = setInterval(closeIdle, IDLE_LOOK_MS)
    const onClosed = () => {
      clearInterval(idle)
      limit.removeEventListener('abort', closeAll)
      server.close(() => resolve())
    }
    // The close of an HTTP server would at once cut off who is still reading an answer that has been written.
    TcpServer.prototype.close.call(server, onClosed)
    closeIdle()
    if (limit.aborted) closeAll()
    else limit.addEventListener('abort', closeAll, { once: true })
  })
}

interface BrokenSocket {
  readonly writable: boolean
  end(text: string): void
  destroy(): void
}

function refuseBrokenRequest(error: Error & { code?: string }, socket: BrokenSocket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = statusOf(error.code)
  const body = JSON.stringify({ message: STATUS_CODES[status] })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
