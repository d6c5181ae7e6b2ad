import { once } from 'node:events'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as HttpsAgent, request as safeRequest } from 'node:https'
import { Problem } from '../wire/problem.ts'
import { certificateReason, lostConnection, networkReason, noEncryption, slowConnection } from './connection-reason.ts'
import { checkedLookup, checkHost } from './guarded-socket.server.ts'
import type { HttpAddress } from './http-address.ts'
import type { NetworkTarget } from './network-uri.ts'
import { DIRECT_WAY, type NetworkWay } from './network-way.server.ts'

/** One request to the server. It may be sent again when an idle connection turns out to be closed. */
interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isRepeatable: boolean
  readonly signal: AbortSignal
}

/** Connections to one server, made when they are needed and kept for a while. */
export interface HttpClient {
  /** Gives the answer with its body unread: it must be read to its end or destroyed. */
  send(request: HttpRequest): Promise<IncomingMessage>
  close(): void
}

const MAX_CONNECTIONS = 24

/** Opens nothing yet. `send` rejects with the codes of the network and TLS. */
export function httpClient(address: HttpAddress, way: NetworkWay): HttpClient {
  const agent = agentOf(address, way)
  return {
    send: async (request) => {
      checkHost(address.host)
      await way.prepare()
      try {
        return await sendOnce(address, agent, request)
      } catch (cause) {
        if (!(cause instanceof ClosedWhileIdle) || !request.isRepeatable) throw originOf(cause)
        return sendOnce(address, agent, request).catch((again: unknown) => Promise.reject(originOf(again)))
      }
    },
    close: () => agent.destroy(),
  }
}

function agentOf({ host, port, isEncrypted, isVerified }: HttpAddress, way: NetworkWay): HttpAgent {
  const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS, lookup: checkedLookup }
  const agent = isEncrypted ? new HttpsAgent({ ...settings, rejectUnauthorized: isVerified }) : new HttpAgent(settings)
  if (way === DIRECT_WAY) return agent
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const socket = way.socket().connect(port, host)
    return isEncrypted ? connect({ ...options, socket } as typeof options, done) : socket
  }
  return agent
}

/** The server closed a kept connection just as it was used again. */
class ClosedWhileIdle extends Error {}

const originOf = (cause: unknown) => (cause instanceof ClosedWhileIdle ? cause.cause : cause)

async function sendOnce(
  { host, port, isEncrypted, connectTimeoutMs }: HttpAddress,
  agent: HttpAgent,
  { method, path, headers, body, signal }: HttpRequest,
): Promise<IncomingMessage> {
  const settings = { agent, host, port, method, path, headers: { ...headers, ...lengthOf(body) }, signal }
  const request = isEncrypted ? safeRequest(settings) : plainRequest(settings)
  boundConnecting(request, connectTimeoutMs, isEncrypted ? 'secureConnect' : 'connect')
  request.end(body)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    // What goes wrong later is told by reading; without a listener it would end this process.
    request.on('error', () => {})
    response.on('error', () => {})
    return response
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(codeOf(cause))) throw new ClosedWhileIdle('', { cause })
    throw cause
  }
}

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })

function boundConnecting(request: ClientRequest, timeoutMs: number, connected: 'connect' | 'secureConnect') {
  request.once('socket', (socket) => {
    const isSecuring = 'secureConnecting' in socket && socket.secureConnecting === true
    if (!socket.connecting && !isSecuring) return
    const late = () => request.destroy(Object.assign(new Error('connect timed out'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(late, timeoutMs)
    socket.once(connected, () => {
      clearTimeout(timer)
      socket.setTimeout(0)
    })
    socket.once('close', () => clearTimeout(timer))
  })
}

/** The whole body as text. Throws when it is cut off, or longer than `maxBytes`. */
export async function bodyText(response: IncomingMessage, maxBytes = 64 * 1024 * 1024): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBytes) throw new Error('the answer of the server is too long')
    pieces.push(piece)
  }
  if (!response.complete) throw cutOff()
  return Buffer.concat(pieces).toString()
}

/** The failure of an answer that ended before its end. */
export const cutOff = () => Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })

const codeOf = (error: unknown) => (error instanceof Error ? String((error as { code?: unknown }).code ?? '') : '')

/** Why the server could not be reached, in words for the user; null for a failure of another kind. */
export function httpConnectionProblem(error: unknown, target: NetworkTarget, engineName: string): Problem | null {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  // The time for a question of the product itself was over.
  const isLate = error.name === 'TimeoutError'
  const found =
    (isLate ? slowConnection(target) : reasonOf(code, target)) ?? certificateReason(error.message, target.host)
  if (!found) return null
  const [type, message] = found
  return new Problem(400, message, { type, extra: { engine_name: engineName }, cause: error })
}

function reasonOf(code: string, target: NetworkTarget) {
  if (code === 'ETIMEDOUT') return slowConnection(target)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return noEncryption(target.host)
  if (code.startsWith('HPE_'))
    return ['CONNECTION_PORT_CLOSED_ERROR', `Port ${target.port} of "${target.host}" does not answer in HTTP.`] as const
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return lostConnection(target.host)
  return networkReason(code, target)
}
