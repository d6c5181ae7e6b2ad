import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from './body.server.ts'
import { invalidFields, Problem } from './problem.ts'
import { repeatedBodies } from './repeated-bodies.server.ts'
import { decodeRison, RisonError } from './rison.ts'
import type { RouteShape } from './route.ts'

/** A word where the path has a number: there is no such address, whatever is stored. */
const NO_SUCH_PATH =
  '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.'
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
