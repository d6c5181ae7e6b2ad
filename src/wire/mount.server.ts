import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from './body.server.ts'
import type { Caller } from './caller.ts'
import { invalidFields, notFound, Problem } from './problem.ts'
import { Raw, redirect } from './raw.ts'
import { repeatedBodies } from './repeated-bodies.server.ts'
import { RequestContext } from './request-context.server.ts'
import { decodeRison, RisonError } from './rison.ts'
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
  readonly ready?: ReadyReply<unknown> | undefined
}

/** The bytes of the JSON that `answer` would give, where they lie ready and are still right; null otherwise. */
type ReadyReply<I> = (input: I, caller: Caller) => Promise<Uint8Array | null>

/** The part of a request that its guards look at. */
export type Asked = Pick<
  FastifyRequest,
  'id' | 'ip' | 'protocol' | 'host' | 'method' | 'url' | 'headers' | 'cookies' | 'body'
> & { readonly routeOptions: { readonly config: object } }

/** Binds a route without a stored object of its own (`object` is `none` or `listed`). */
export function endpoint<R extends RouteShape & { readonly object: 'none' | 'listed' }>(
  route: R,
  handle: Handle<R>,
  ready?: ReadyReply<Input<R>>,
): Endpoint {
  return {
    route,
    answer: async (input, caller, context) => handle(input as Input<R>, caller, context),
    ready: ready as ReadyReply<unknown> | undefined,
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
  /** Where a page sends someone who is not signed in. */
  signInUrl(request: Asked): string
  onDenied(request: Asked, caller: Caller, route: RouteShape): void
}

export interface MountOptions extends Guards {
  /** An endpoint that keeps ready replies has answered. */
  onAnswered(request: FastifyRequest, caller: Caller, endpoint: Endpoint, input: unknown): void
}

/** Serves endpoints: identify, CSRF, rate, permission, decode, handle, encode; here and nowhere else. */
export function mount(app: FastifyInstance, endpoints: readonly Endpoint[], options: MountOptions): void {
  for (const one of endpoints) {
    const { route, answer, ready } = one
    const decodeBody = bodyDecoder(route)
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: route.bodyLimit ?? 1_048_576,
      config: { route },
      handler: async (request, reply) => {
        const caller = await options.identify(request)
        const refusal = refuse(route, caller, request, options)
        if (refusal) return send(reply, route, refusal)
        const input = decodeInput(route, request, decodeBody)
        const given = await answer(input, caller, new RequestContext(request, reply))
        if (ready) options.onAnswered(request, caller, one, input)
        return send(reply, route, given)
      },
    })
  }
}

/** What keeps a request from its handler: a redirect, or null where nothing does. Throws the `Problem` of a refusal. */
export function refuse(route: RouteShape, caller: Caller, request: Asked, options: Guards): Raw | null {
  const limited = options.rateProblem(request, caller, route)
  if (limited) throw limited
  if (route.method !== 'GET' && route.csrf !== false) {
    const problem = options.csrfProblem(request, caller)
    if (problem instanceof Raw) return problem
    if (problem) throw problem
  }
  if (holds(caller, route.needs)) return null
  options.onDenied(request, caller, route)
  return deny(route, caller, options.signInUrl(request))
}

function deny(route: RouteShape, caller: Caller, signInUrl: string): Raw {
  const status = caller.kind === 'anonymous' ? 401 : 403
  if (route.face === 'view') throw new Problem(status, 'Access is Denied', { envelope: 'view' })
  if (status === 403) throw new Problem(403, 'Forbidden', route.face === 'page' ? {} : { envelope: 'message' })
  if (route.face === 'page') return redirect(signInUrl)
  throw new Problem(401, 'Missing Authorization Header', { envelope: 'msg' })
}

function holds(caller: Caller, needs: Needs): boolean {
  if (needs === 'anyone') return true
  if (needs === 'signed-in') return caller.kind !== 'anonymous'
  return caller.can(needs[0], needs[1])
}

/** A word where the path has a number: there is no such address, whatever is stored. */
const NO_SUCH_PATH =
  '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.'
const NOT_THE_SCHEMA = 'Not a valid rison schema'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const

function decodeInput(route: RouteShape, request: FastifyRequest, decodeBody: BodyDecoder): unknown {
  const query = request.query as Record<string, string>
  return {
    ...(route.params && { params: decodeParams(route.params, request.params) }),
    ...(route.query && { query: decode(route.query, query, 400) }),
    ...(route.q && { q: decodeQ(route, query) }),
    ...(decodeBody && { body: decodeBody(request) }),
  }
}

type BodyDecoder = ((request: FastifyRequest) => unknown) | null

function bodyDecoder(route: RouteShape): BodyDecoder {
  const { body: schema } = route
  if (!schema) return null
  const decodeAnew = (request: FastifyRequest) => decode(schema, bodyOf(route, request), route.invalid ?? 400)
  if (!route.bodyRepeats) return decodeAnew
  const once = repeatedBodies()
  return (request) => {
    if (!(request.body instanceof Uint8Array)) return decodeAnew(request)
    return once(request.headers['content-type'] ?? '', request.body, () => decodeAnew(request))
  }
}

function bodyOf(route: RouteShape, request: FastifyRequest): unknown {
  if (route.bodyFormat === 'stream') return {}
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
  return readBody(route, request.headers['content-type'] ?? '', bytes)
}

function decodeParams(schema: z.ZodType, params: unknown): unknown {
  const result = z.safeDecode(schema, params as never)
  if (!result.success) throw new Problem(404, NO_SUCH_PATH, { type: 'GENERIC_BACKEND_ERROR' })
  return result.data
}

function decodeQ(route: RouteShape, query: Record<string, unknown>): unknown {
  const text = query.q
  if (text === undefined || text === '' || Array.isArray(text)) {
    const absent = z.safeDecode(route.q as z.ZodType, undefined as never)
    return absent.success ? absent.data : decode(route.q as z.ZodType, {}, 400, NOT_THE_SCHEMA)
  }
  let value: unknown
  try {
    value = decodeRisonOrJson(String(text))
  } catch (cause) {
    if (!(cause instanceof RisonError)) throw cause
    if (route.qBroken !== 'ignore') throw new Problem(400, 'Not a valid rison/json argument', { cause })
  }
  return decode(route.q as z.ZodType, value, 400, NOT_THE_SCHEMA)
}

function decodeRisonOrJson(text: string): unknown {
  try {
    return decodeRison(text)
  } catch (cause) {
    try {
      return JSON.parse(text)
    } catch {
      throw cause
    }
  }
}

function decode(schema: z.ZodType, value: unknown, status: 400 | 422, prefix?: string): unknown {
  const result = z.safeDecode(schema, value as never)
  if (result.success) return result.data
  if (prefix) throw new Problem(400, `${prefix} ${result.error.issues[0]?.message ?? ''}`.trim())
  throw invalidFields(fieldTexts(result.error), status)
}

/** Texts by top-level field, as a form shows them. */
function fieldTexts(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '_schema')]
    for (const name of names) {
      fields[name] ??= []
      fields[name].push(issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message)
    }
  }
  return fields
}

async function send(reply: FastifyReply, route: RouteShape, answer: unknown): Promise<unknown> {
  if (answer instanceof Raw) return sendRaw(reply, answer)
  const body: unknown = z.encode(route.reply, answer as never)
  reply.code(route.status ?? 200).headers(JSON_TYPE)
  return reply.send(JSON.stringify(body))
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
