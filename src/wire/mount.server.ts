import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller, KeyScope } from './caller.ts'
import { bodyDecoder, decodeInput, decodeSaid } from './decode.server.ts'
import { partsAsOneLine, takesForms } from './form-parts.server.ts'
import { plainWords } from './plain-words.ts'
import { notFound, Problem } from './problem.ts'
import { Raw, redirect } from './raw.ts'
import { type AnswerInside, RequestContext } from './request-context.server.ts'
import type { Input, Needs, Reply, RouteShape } from './route.ts'

type Answer<R extends RouteShape> = Promise<Reply<R> | Raw> | Reply<R> | Raw
export type Handle<R extends RouteShape> = (input: Input<R>, caller: Caller, context: RequestContext) => Answer<R>

/** Handler of a route with an object rule: `find` answers what the caller may see, `allow` what it may change. */
export interface ObjectHandler<R extends RouteShape, T> {
  find(input: Input<R>, caller: Caller): Promise<T | null> | T | null
  /** Words of the 404; 'Not found' without it. */
  readonly missing?: string
  allow?(object: T, caller: Caller, input: Input<R>): boolean | Problem | Promise<boolean | Problem>
  handle(input: Input<R>, caller: Caller, object: T, context: RequestContext): Answer<R>
}

/** A route bound to its handler, not yet part of a server. */
export interface Endpoint {
  readonly route: RouteShape
  answer(input: unknown, caller: Caller, context: RequestContext): Promise<unknown>
  readonly again?: Again<unknown> | undefined
}

/** How an endpoint answers a request that came before in the same words. */
interface Again<I> {
  /** The bytes of the JSON that `answer` would give, where they lie ready and are still right; null otherwise. */
  ready(input: I, caller: Caller): Promise<Uint8Array | null>
  /** Gives the same as `answer` from the input alone, until the client has gone; null where that is not enough. */
  anew(input: I): ((caller: Caller, gone: AbortSignal) => Promise<Raw>) | null
}

/** The part of a request that its guards look at. */
export type Asked = Pick<
  FastifyRequest,
  'id' | 'ip' | 'protocol' | 'host' | 'method' | 'url' | 'headers' | 'cookies' | 'body'
> & { readonly routeOptions: { readonly config: object } }

/** Binds a route without a stored object of its own (`object` is `none` or `listed`). */
export function endpoint<R extends RouteShape & { readonly object: 'none' | 'listed' }>(
  route: R,
  handle: Handle<R>,
  again?: Again<Input<R>>,
): Endpoint {
  return {
    route,
    answer: async (input, caller, context) => handle(input as Input<R>, caller, context),
    again: again as Again<unknown> | undefined,
  }
}

/** Binds a route whose object must be seen (`visible`) or owned (`owned`) by the caller: 404, then 403, then the handler. */
export function objectEndpoint<R extends RouteShape & { readonly object: 'visible' | 'owned' }, T>(
  route: R,
  handler: ObjectHandler<R, T>,
): Endpoint {
  if (route.object === 'owned' && !handler.allow) throw new Error(`${route.method} ${route.path} needs an owner rule`)
  return {
    route,
    answer: async (raw, caller, context) => {
      const input = raw as Input<R>
      const object = await handler.find(input, caller)
      if (object === null) throw notFound(handler.missing)
      const verdict = (await handler.allow?.(object, caller, input)) ?? true
      if (verdict instanceof Problem) throw verdict
      if (!verdict) throw new Problem(403, 'Forbidden')
      return handler.handle(input, caller, object, context)
    },
  }
}

/** What the server lends to the wire: who asks, and whether now. */
export interface Guards {
  identify(request: Asked): Promise<Caller>
  /** The CSRF failure of a request that changes something (or where it sends the browser), or null. */
  csrfProblem(request: Asked, caller: Caller): Problem | Raw | null
  /** The rate-limit failure, or null. */
  rateProblem(request: Asked, caller: Caller, route: RouteShape): Problem | null
  /** True for a route that a guest token opens; no other one does, whatever pairs guests hold. */
  opensToGuests(route: RouteShape): boolean
  /** True for a route that a key of such scopes opens. */
  opensToKeys(route: RouteShape, scopes: readonly KeyScope[]): boolean
  /** Where a page sends someone who is not signed in. */
  signInUrl(request: Asked): string
  onDenied(request: Asked, caller: Caller, route: RouteShape): void
}

export interface MountOptions extends Guards {
  /** Gives what `make` gives, or what it gave when the same creation was asked for before. */
  once(request: Asked, caller: Caller, route: RouteShape, make: () => Promise<unknown>): Promise<unknown>
  /** What was made of a request before it was routed, after its guards. */
  outcomeOf(request: FastifyRequest): PromiseSettledResult<Raw> | undefined
  /** An endpoint that answers the same request again in a shorter way has answered. */
  onAnswered(request: FastifyRequest, endpoint: Endpoint, input: unknown): void
}

/** Serves endpoints: identify, CSRF, rate, permission, decode, handle, encode; here and nowhere else. */
export function mount(app: FastifyInstance, endpoints: readonly Endpoint[], options: MountOptions): void {
  z.config({ customError: plainWords })
  const inside = insideCalls(endpoints, options)
  for (const one of endpoints) {
    const { route, answer, again } = one
    const decodeBody = bodyDecoder(route)
    const bodyLimit = route.bodyLimit ?? 1_048_576
    const isForm = takesForms(route)
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isForm) await partsAsOneLine(request, bodyLimit)
      const caller = await options.identify(request)
      const refusal = refuse(route, caller, request, options)
      if (refusal) return send(reply, route, refusal)
      const input = decodeInput(route, request, decodeBody)
      const make = async () => onWire(route, await answer(input, caller, new RequestContext(request, reply, inside)))
      const sent = sendOnWire(reply, route, await options.once(request, caller, route, make))
      if (again) options.onAnswered(request, one, input)
      return sent
    }
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: { route },
      handler: async (request, reply) => {
        const outcome = options.outcomeOf(request)
        return outcome ? send(reply, route, settled(outcome)) : serve(request, reply)
      },
    })
  }
}

function settled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Other routes for a handler: after the guards of each, with what its schema makes of the words. */
function insideCalls(endpoints: readonly Endpoint[], guards: Guards): AnswerInside {
  const known = new Map(endpoints.map((one) => [one.route, one]))
  return async ({ route, said, caller, context }, request) => {
    const one = known.get(route)
    if (!one) throw new Error(`${route.method} ${route.path} is not served`)
    const refusal = refuse(route, caller, request, guards)
    const given = refusal ?? (await one.answer(decodeSaid(route, said), caller, context))
    return onWire(route, given)
  }
}

/** What keeps a request from its handler: a redirect, or null where nothing does. Throws the `Problem` of a refusal. */
export function refuse(route: RouteShape, caller: Caller, request: Asked, options: Guards): Raw | null {
  const limited = options.rateProblem(request, caller, route)
  if (limited) throw limited
  if (route.method !== 'GET' && route.csrf !== false && !isUnknownAgent(route, caller, request)) {
    const problem = options.csrfProblem(request, caller)
    if (problem instanceof Raw) return problem
    if (problem) throw problem
  }
  if (holds(caller, route.needs) && isOpenTo(caller, route, options)) return null
  options.onDenied(request, caller, route)
  return deny(route, caller, options.signInUrl(request))
}

/** Nobody known who came without a browser's session: they lack a sign-in, not a CSRF token. */
const isUnknownAgent = (route: RouteShape, caller: Caller, { headers }: Asked) =>
  caller.kind === 'anonymous' &&
  (route.face === 'agent' || headers.authorization !== undefined) &&
  !holds(caller, route.needs)

function isOpenTo(caller: Caller, route: RouteShape, options: Guards): boolean {
  if (route.needs === 'anyone') return true
  if (caller.kind === 'guest') return options.opensToGuests(route)
  return caller.scopes === null || options.opensToKeys(route, caller.scopes)
}

function deny(route: RouteShape, caller: Caller, signInUrl: string): Raw {
  const status = caller.kind === 'anonymous' ? 401 : 403
  if (route.face === 'view') throw new Problem(status, 'Access is Denied', { envelope: 'view' })
  if (status === 403) throw new Problem(403, 'Forbidden', route.face === 'page' ? {} : { envelope: 'message' })
  if (route.face === 'page') return redirect(signInUrl)
  const headers = route.face === 'agent' ? { headers: { 'www-authenticate': 'Bearer' } } : {}
  throw new Problem(401, 'Missing Authorization Header', { envelope: 'msg', ...headers })
}

function holds(caller: Caller, needs: Needs): boolean {
  if (needs === 'anyone') return true
  if (needs === 'signed-in') return caller.kind !== 'anonymous'
  return caller.can(needs[0], needs[1])
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const

/** The JSON of a reply, or the `Raw` that a handler gave in its place. */
const onWire = (route: RouteShape, given: unknown): unknown =>
  given instanceof Raw ? given : z.encode(route.reply, given as never)

async function send(reply: FastifyReply, route: RouteShape, answer: unknown): Promise<unknown> {
  return sendOnWire(reply, route, onWire(route, answer))
}

function sendOnWire(reply: FastifyReply, route: RouteShape, answer: unknown): unknown {
  if (answer instanceof Raw) return sendRaw(reply, answer)
  reply.code(route.status ?? 200).headers(JSON_TYPE)
  return reply.send(JSON.stringify(answer))
}

function sendRaw(reply: FastifyReply, { status, headers, body }: Raw): unknown {
  reply.code(status)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (body === null) return reply.send('')
  if (typeof body === 'string') return reply.send(body)
  if (Buffer.isBuffer(body)) return reply.send(body)
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if (isPieces(body))
    reply.header(
      'content-length',
      body.reduce((sum, piece) => sum + piece.byteLength, 0),
    )
  return reply.send(Readable.from(body, { objectMode: false }))
}

const isPieces = (body: Raw['body']): body is readonly Uint8Array[] => Array.isArray(body)
