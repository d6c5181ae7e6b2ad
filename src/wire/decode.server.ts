import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from './body.server.ts'
import { schemaWords } from './plain-words.ts'
import { invalidFields, NO_SUCH_PATH, Problem } from './problem.ts'
import { repeatedBodies } from './repeated-bodies.server.ts'
import { decodeRison, RisonError } from './rison.ts'
import type { RouteShape } from './route.ts'

const NOT_THE_SCHEMA = 'Not a valid rison schema'

/** What a request says, as the handler of its route takes it. Throws the `Problem` that clients expect. */
export function decodeInput(route: RouteShape, request: FastifyRequest, decodeBody: BodyDecoder): unknown {
  const query = request.query as Record<string, string>
  return {
    ...(route.params && { params: decodeParams(route.params, request.params) }),
    ...(route.query && { query: decode(route.query, query, 400) }),
    ...(route.q && { q: decodeQ(route, query) }),
    ...(decodeBody && { body: decodeBody(request) }),
  }
}

export type BodyDecoder = ((request: FastifyRequest) => unknown) | null

/** The decoder of a route's bodies, made once; null where it takes none. */
export function bodyDecoder(route: RouteShape): BodyDecoder {
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

/** What a call from inside says, in the words of the wire; a `q` is the value, not its text. */
export interface Said {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly q?: unknown
  readonly body?: unknown
}

/** The same for what was said inside the server. Throws the same problems. */
export function decodeSaid(route: RouteShape, { params, query, q, body }: Said): unknown {
  return {
    ...(route.params && { params: decodeParams(route.params, params ?? {}) }),
    ...(route.query && { query: decode(route.query, query ?? {}, 400) }),
    ...(route.q && { q: decode(route.q, q, 400, NOT_THE_SCHEMA) }),
    ...(route.body && { body: decode(route.body, body, route.invalid ?? 400) }),
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
    if (route.qBroken !== 'ignore')
      throw new Problem(400, 'Not a valid rison/json argument', { cause, envelope: 'message' })
  }
  return decode(route.q as z.ZodType, value, 400, NOT_THE_SCHEMA)
}

/** What begins as JSON does is JSON first: rison would take `[1]` for a word. */
function decodeRisonOrJson(text: string): unknown {
  if (/^\s*["[{]/.test(text))
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new RisonError('no JSON', { cause })
    }
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
  const result = z.safeDecode(schema, value as never, prefix ? { error: schemaWords } : {})
  if (result.success) return result.data
  if (prefix)
    throw new Problem(400, `${prefix} ${result.error.issues[0]?.message ?? ''}`.trim(), { envelope: 'message' })
  throw invalidFields(fieldTexts(result.error), status)
}

type Texts = { [place: string]: string[] | Texts }

/** Texts by top-level field, as a form shows them; what is wrong inside of a list stands under its places. */
function fieldTexts(error: z.ZodError): Texts {
  const fields: Texts = Object.create(null)
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) place(fields, [...placesOf(issue.path), key], 'Unknown field.')
    else if (issue.path.length === 0 && issue.code === 'invalid_type') place(fields, ['_schema'], 'Invalid input type.')
    else place(fields, placesOf(issue.path, '_schema'), issue.message)
  }
  return fields
}

/** The field, and where that is a list the way from there on. */
function placesOf(path: readonly PropertyKey[], missing?: string): readonly string[] {
  if (path.length === 0) return missing === undefined ? [] : [missing]
  return (typeof path[1] === 'number' ? path : path.slice(0, 1)).map(String)
}

function place(fields: Texts, path: readonly string[], text: string): void {
  const [name = '_schema', ...rest] = path
  const found = fields[name]
  if (Array.isArray(found)) found.push(text)
  else if (rest.length === 0 && found === undefined) fields[name] = [text]
  else if (rest.length > 0) {
    const inner: Texts = found ?? Object.create(null)
    fields[name] = inner
    place(inner, rest, text)
  }
}
