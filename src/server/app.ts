import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Services } from '../gateway/services.server.ts'
import { type Endpoint, type Guards, mount } from '../wire/mount.server.ts'
import { csrfCheck } from './access/csrf.ts'
import { opensToGuests } from './access/guest-routes.ts'
import { type Identifier, identifier } from './access/identify.ts'
import { opensToKeys } from './access/key-routes.ts'
import { onceByKey } from './access/once.ts'
import { rateCheck } from './access/rates.ts'
import { allowSharding } from './access/sharding.ts'
import { signInUrl } from './access/sign-in-url.ts'
import { compressReply } from './compression.ts'
import { serveEvents } from './event-socket.ts'
import { failureHandlers } from './failures.ts'
import type { Handler } from './front-door.ts'
import { securityHeaders } from './headers.ts'
import { type ReadyReplies, readyReplies } from './ready-replies.ts'
import { redirectToSlash } from './slashes.ts'
import { serveStatic } from './static.ts'

const MAX_PARAM_LENGTH = 1000
const UPLOAD_BYTES = 100 * 1024 * 1024

/** Addresses of links that change what is known of the caller. */
const CHANGING_PAGES = /^\/(logout|lang\/)/

/** Besides deletions: who clears a full disk has to come in. */
const CLEARING = /^\/(login|logout|api\/v1\/security\/(login|refresh))\b/

export interface AppOptions {
  readonly limitsRates: boolean
  readonly trustsProxy: boolean
  /** Where people reach the server; null where that is not said. */
  readonly publicUrl: string | null
}

export interface BuiltApp {
  readonly handler: Handler
  /** Says goodbye to those who listen for events, who would stay for ever. */
  endListeners(): void
  close(): Promise<void>
}

/** The application behind the front door: every route with what guards it. */
export async function buildApp(
  services: Services,
  endpoints: readonly Endpoint[],
  options: AppOptions,
  server: Server,
): Promise<BuiltApp> {
  let handler: Handler | null = null
  const who = identifier(services)
  const guards = guardsOf(services, who, options)
  const ready = readyReplies(endpoints, guards)
  const app = fastify({
    logger: false,
    trustProxy: options.trustsProxy,
    bodyLimit: 1_048_576,
    requestIdHeader: false,
    // An address that is none reaches no handler of failures.
    frameworkErrors: (_, __, reply: unknown) => refuseAddress(reply as FastifyReply),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: MAX_PARAM_LENGTH },
    serverFactory: (serve) => {
      handler = (request, response) => ready.serve(request, response, serve)
      return server
    },
  })
  await addPlugins(app, services)
  addRoutes(app, services, endpoints, { who, guards, ready, publicUrl: options.publicUrl })
  await app.ready()
  if (!handler) throw new Error('The application has no handler')
  const events = serveEvents(server, services, who)
  return { handler, endListeners: events.close, close: () => app.close() }
}

async function addPlugins(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(cookie)
  acceptEveryBody(app)
  await app.register(multipart, { limits: { fileSize: UPLOAD_BYTES, files: 20, fields: 200, fieldSize: 10_485_760 } })
  await serveStatic(app, services.webDir)
}

/** Bodies reach the wire kit as bytes, whatever their type; it alone decides what they mean. */
function acceptEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

const refuseAddress = (reply: FastifyReply) => void reply.code(400).send({ message: 'The address is not valid.' })

interface AroundRoutes extends Pick<AppOptions, 'publicUrl'> {
  readonly who: Identifier
  readonly guards: Guards
  readonly ready: ReadyReplies
}

function addRoutes(
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
  { who, guards, ready, publicUrl }: AroundRoutes,
): void {
  const failures = failureHandlers(services, endpoints, who)
  app.setErrorHandler(failures.onError)
  app.setNotFoundHandler(failures.onUnknown)
  app.addHook('onRequest', securityHeaders)
  app.addHook('onRequest', redirectToSlash)
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    if (services.disk.isFull() && (method === 'DELETE' || CLEARING.test(url)))
      reply.raw.once('close', services.disk.lend())
    done()
  })
  allowSharding(app, services, publicUrl)
  app.addHook('preParsing', (request, _, payload, done) => {
    const body = ready.bodyOf(request.raw)
    done(null, body ? Readable.from([body]) : payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || CHANGING_PAGES.test(request.url)) who.forget()
    compressReply(request, reply, payload, done)
  })
  mount(app, endpoints, {
    ...guards,
    once: onceByKey(services),
    outcomeOf: ({ raw }) => ready.outcomeOf(raw),
    onAnswered: ready.learn,
  })
}

/** Who may come in, how often, and what is written down of those who may not. */
function guardsOf(services: Services, who: Identifier, { limitsRates }: AppOptions): Guards {
  return {
    identify: who.identify,
    csrfProblem: csrfCheck(services),
    rateProblem: rateCheck(limitsRates, Date.now, services.shared.spending),
    opensToGuests,
    opensToKeys,
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
  }
}
