import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import { jobEventsOf, readChannel } from '../gateway/job-events.server.ts'
import type { Services } from '../gateway/services.server.ts'
import type { Identifier } from './access/identify.ts'
import { type ClientFrame, clientFrames, closeFrame, pingFrame, pongFrame, textFrame } from './socket-frames.ts'

const PATH = '/api/v1/async_event/ws'
/** The protocol's constant for the handshake (RFC 6455, 1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const PING_MS = 30_000
const SILENT_MS = 90_000
const MOST_SOCKETS = 2000
const NORMAL = 1000
const GOING_AWAY = 1001
const NOT_ALLOWED = 1008
const BROKEN = 1002

type Refusal = 400 | 401 | 403 | 404 | 503
const WORDS: Readonly<Record<Refusal, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

export interface EventSocket {
  /** Says goodbye to every listener. */
  close(): void
}

/** Events of the caller's channel as they come: a WebSocket beside the polled `/api/v1/async_event/`. */
export function serveEvents(server: Server, services: Services, who: Identifier): EventSocket {
  const open = new Set<(code: number) => void>()
  const take = async (request: IncomingMessage, socket: Duplex): Promise<Refusal | null> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const key = request.headers['sec-websocket-key'] ?? ''
    const refusal = services.featureFlags.GLOBAL_ASYNC_QUERIES ? refusalOf(request, url) : 404
    if (refusal !== null) return refusal
    if (open.size >= MOST_SOCKETS) return 503
    const channelNow = () => channelOfRequest(services, who, request)
    const channel = await channelNow()
    if (channel === null) return 401
    const accept = createHash('sha1')
      .update(key + GUID)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    const isAllowed = async () => (await channelNow()) === channel
    const end = tellEvents(services, socket, { channel, lastId: url.searchParams.get('last_id'), isAllowed })
    open.add(end)
    socket.once('close', () => open.delete(end))
    return null
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    take(request, socket).then(
      (refusal) => refusal && refuse(socket, refusal),
      (error) => {
        services.log('warn', 'a listener for events was lost', { error: String(error) })
        socket.destroy()
      },
    )
  })
  return {
    close: () => {
      for (const end of open) end(GOING_AWAY)
    },
  }
}

function refusalOf(request: IncomingMessage, url: URL): Refusal | null {
  if (url.pathname.replace(/\/$/, '') !== PATH) return 404
  if (!request.headers['sec-websocket-key'] || request.headers['sec-websocket-version'] !== '13') return 400
  return isForeign(request) ? 403 : null
}

/** A page of another site may open a socket and the browser would send the cookies along. */
function isForeign({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host
}

async function channelOfRequest(services: Services, who: Identifier, { headers }: IncomingMessage) {
  const cookies = cookie.parse(headers.cookie ?? '')
  const caller = await who.identify({ headers, cookies, routeOptions: { config: {} } })
  if (!caller.can('can_list', 'AsyncEventsRestApi')) return null
  return readChannel(services, caller, cookies['async-token'] ?? null)
}

interface Listener {
  readonly channel: string
  readonly lastId: string | null
  /** False once the listener has signed out or lost its permission. */
  isAllowed(): Promise<boolean>
}

function tellEvents(services: Services, socket: Duplex, { channel, lastId, isAllowed }: Listener) {
  const events = jobEventsOf(services)
  const read = clientFrames()
  let heardAt = performance.now()
  const end = (code: number) => socket.end(closeFrame(code))
  const check = async () => {
    if (performance.now() - heardAt > SILENT_MS) socket.destroy()
    else if (await isAllowed()) socket.write(pingFrame())
    else end(NOT_ALLOWED)
  }
  const hear = ({ kind, payload }: ClientFrame) => {
    if (kind === 'close') end(NORMAL)
    else if (kind === 'ping') socket.write(pongFrame(payload))
  }
  const beat = setInterval(() => void check().catch(() => socket.destroy()), PING_MS).unref()
  const stop = events.listen(channel, (event) => socket.write(textFrame(JSON.stringify(event))))
  socket.once('close', () => {
    clearInterval(beat)
    stop()
  })
  socket.on('data', (bytes: Uint8Array) => {
    heardAt = performance.now()
    const frames = read(bytes)
    if (frames === null) end(BROKEN)
    else for (const frame of frames) hear(frame)
  })
  if (lastId !== null) for (const event of events.after(channel, lastId)) socket.write(textFrame(JSON.stringify(event)))
  return end
}

function refuse(socket: Duplex, status: Refusal): void {
  const body = JSON.stringify({ message: WORDS[status] })
  socket.end(
    `HTTP/1.1 ${status} ${WORDS[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
