import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import type { WebSocket, WebSocketServer } from 'ws'
import { readChannel } from '../gateway/job-channel.server.ts'
import type { Services } from '../gateway/services.server.ts'
import type { JobEvent, JobEvents } from '../gateway/shared/events.server.ts'
import type { Identifier } from './access/identify.ts'

const PATH = '/api/v1/async_event/ws'
const PING_MS = 30_000
const SILENT_MS = 90_000
const MOST_SOCKETS = 2000
/** A client has nothing to say. */
const MOST_CLIENT_BYTES = 1024
/** Of a server that stops: who listened comes back to the one that takes its place. */
const SERVICE_RESTART = 1012
const NOT_ALLOWED = 1008

type Refusal = 401 | 403 | 404 | 503
const WORDS: Readonly<Record<Refusal, string>> = {
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
  const open = new Set<WebSocket>()
  const take = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<Refusal | null> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const refusal = services.featureFlags.GLOBAL_ASYNC_QUERIES ? refusalOf(request, url) : 404
    if (refusal !== null) return refusal
    if (open.size >= MOST_SOCKETS) return 503
    const channelNow = () => channelOfRequest(services, who, request)
    const channel = await channelNow()
    if (channel === null) return 401
    const isAllowed = async () => (await channelNow()) === channel
    ;(await protocol()).handleUpgrade(request, socket, head, (listener) => {
      open.add(listener)
      listener.once('close', () => open.delete(listener))
      tellEvents(services, listener, { channel, lastId: url.searchParams.get('last_id'), isAllowed })
    })
    return null
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    take(request, socket, head).then(
      (refusal) => refusal && refuse(socket, refusal),
      (error) => {
        services.log('warn', 'a listener for events was lost', { error: String(error) })
        socket.destroy()
      },
    )
  })
  return {
    close: () => {
      for (const listener of open) listener.close(SERVICE_RESTART)
    },
  }
}

let server: Promise<WebSocketServer> | null = null

/** The protocol, loaded when somebody first listens. */
function protocol(): Promise<WebSocketServer> {
  server ??= import('ws').then(
    ({ WebSocketServer }) => new WebSocketServer({ noServer: true, maxPayload: MOST_CLIENT_BYTES }),
  )
  return server
}

function refusalOf(request: IncomingMessage, url: URL): Refusal | null {
  if (url.pathname.replace(/\/$/, '') !== PATH) return 404
  return isForeign(request) ? 403 : null
}

/** A page of another site may open a socket and the browser would send the cookies along. */
function isForeign({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host
}

async function channelOfRequest(services: Services, who: Identifier, { headers }: IncomingMessage) {
  const cookies = cookie.parse(headers.cookie ?? '')
  const caller = await who.identify({ headers, cookies, body: undefined, routeOptions: { config: {} } })
  if (!caller.can('can_list', 'AsyncEventsRestApi')) return null
  return readChannel(services, caller, cookies['async-token'] ?? null)
}

interface Listening {
  readonly channel: string
  readonly lastId: string | null
  /** False once the listener has signed out or lost its permission. */
  isAllowed(): Promise<boolean>
}

function tellEvents({ shared }: Services, listener: WebSocket, { channel, lastId, isAllowed }: Listening): void {
  let heardAt = performance.now()
  const hear = () => {
    heardAt = performance.now()
  }
  const check = async () => {
    if (performance.now() - heardAt > SILENT_MS) listener.terminate()
    else if (await isAllowed()) listener.ping()
    else listener.close(NOT_ALLOWED)
  }
  const beat = setInterval(() => void check().catch(() => listener.terminate()), PING_MS).unref()
  const stop = tellInOrder(shared.events, channel, lastId, (event) => listener.send(JSON.stringify(event)))
  listener.on('pong', hear).on('message', hear)
  // What breaks the protocol is answered and closed by the library.
  listener.on('error', () => undefined)
  listener.once('close', () => {
    clearInterval(beat)
    stop()
  })
}

/** Events after an id, then those that come; each once, although some come while the others are being looked up. */
function tellInOrder(events: JobEvents, channel: string, lastId: string | null, tell: (event: JobEvent) => void) {
  let early: JobEvent[] | null = lastId === null ? null : []
  const stop = events.listen(channel, (event) => (early ? early.push(event) : tell(event)))
  const replay = async () => {
    const past = await events.after(channel, lastId)
    const known = new Set(past.map(({ id }) => id))
    for (const event of [...past, ...(early ?? []).filter(({ id }) => !known.has(id))]) tell(event)
    early = null
  }
  if (lastId !== null) void replay()
  return stop
}

function refuse(socket: Duplex, status: Refusal): void {
  const body = JSON.stringify({ message: WORDS[status] })
  socket.end(
    `HTTP/1.1 ${status} ${WORDS[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
