import { STATUS_CODES } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../gateway/services.server.ts'
import type { Endpoint } from '../wire/mount.server.ts'
import { mount } from '../wire/mount.server.ts'
import { csrfCheck } from './access/csrf.ts'
import { identifier } from './access/identify.ts'
import { rateCheck } from './access/rates.ts'
import { signInUrl } from './access/sign-in-url.ts'
import { failureHandlers } from './failures.ts'
import { securityHeaders } from './headers.ts'
import { redirectToSlash } from './slashes.ts'
import { serveStatic } from './static.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 65_000
const MAX_HEADER_BYTES = 16_384
const MAX_CONNECTIONS = 2000
const MAX_PARAM_LENGTH = 1000
const UPLOAD_BYTES = 100 * 1024 * 1024
const COMPRESS_FROM_BYTES = 1400
const BROTLI_QUALITY = 4

export interface AppOptions {
  readonly limitsRates: boolean
  readonly trustsProxy: boolean
}

/** The HTTP server with everything on it, not yet listening. */
export async function buildApp(
  services: Services,
  endpoints: readonly Endpoint[],
  options: AppOptions,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: options.trustsProxy,
    bodyLimit: 1_048_576,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: MAX_PARAM_LENGTH },
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    clientErrorHandler: refuseBrokenRequest,
  })
  app.server.maxConnections = MAX_CONNECTIONS
  await app.register(cookie)
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: BROTLI_QUALITY } },
  })
  acceptEveryBody(app)
  await app.register(multipart, { limits: { fileSize: UPLOAD_BYTES, files: 20, fields: 200, fieldSize: 10_485_760 } })
  const who = identifier(services)
  const failures = failureHandlers(services, endpoints, who)
  app.setErrorHandler(failures.onError)
  app.setNotFoundHandler(failures.onUnknown)
  app.addHook('onRequest', securityHeaders)
  app.addHook('onRequest', redirectToSlash)
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') who.forget()
    else if (request.url.startsWith('/logout')) who.forget()
  })
  await serveStatic(app, services.webDir)
  mount(app, endpoints, {
    identify: who.identify,
    csrfProblem: csrfCheck(services),
    rateProblem: rateCheck(options.limitsRates, Date.now),
    signInUrl,
    onDenied: (request, caller, route) => {
      if (caller.kind === 'anonymous') return
      services.audit({
        actor: caller.username,
        action: 'denied',
        object: `${route.method} ${route.path}`,
        outcome: 'denied',
        ip: request.ip,
        requestId: request.id,
      })
    },
  })
  return app
}

/** Bodies reach the wire kit as bytes, whatever their type; it alone decides what they mean. */
function acceptEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: { writable: boolean; end(text: string): void; destroy(): void },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify({ message: STATUS_CODES[status] })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
