import { type Envelope, Problem } from './problem.ts'
import type { RouteShape } from './route.ts'

const BAD_REQUEST = '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.'
const MAX_DEPTH = 100
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Brackets and braces differ in this bit alone. */
const BRACE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Turns the bytes of a body into a value, as the route's format says. Throws 400 in the words the wire expects. */
export function readBody(route: RouteShape, contentType: string, bytes: Uint8Array): unknown {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const format = route.bodyFormat ?? 'json'
  if (format === 'form' || (format === 'fields' && !type.includes('json'))) {
    const fields = Object.fromEntries(new URLSearchParams(decodeText(bytes)))
    return format === 'form' ? fields : mapValues(fields, jsonOrText)
  }
  if (type.includes('json')) {
    if (bytes.length === 0 && route.bodyOptional) return {}
    return parseJsonBody(bytes, route.brokenJson)
  }
  if (route.bodyOptional) return {}
  throw notJson(route)
}

function notJson(route: RouteShape): Problem {
  return route.errors === 'errors' || route.brokenJson === 'errors'
    ? new Problem(400, 'Request is not JSON', { type: 'INVALID_PAYLOAD_FORMAT_ERROR' })
    : new Problem(400, 'Request is not JSON')
}

/** Parses a JSON body: bounded depth, no prototype keys, integers beyond 2^53 as texts so that no digit is lost. */
function parseJsonBody(bytes: Uint8Array, envelope?: Envelope): unknown {
  if (depthOf(bytes) > MAX_DEPTH) throw new Problem(400, 'The body is nested too deeply')
  const text = decodeText(bytes)
  try {
    const keepsDigits = /\d{16}/.test(text)
    const hasReserved = text.includes('__proto__')
    if (!keepsDigits && !hasReserved) return JSON.parse(text)
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
      if (key === '__proto__') return undefined
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        return context?.source && /^-?\d+$/.test(context.source) ? context.source : value
      return value
    })
  } catch (cause) {
    throw new Problem(400, BAD_REQUEST, {
      cause,
      ...(envelope === 'errors' ? { type: 'INVALID_PAYLOAD_FORMAT_ERROR' } : {}),
      ...(envelope ? { envelope } : {}),
    })
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new Problem(400, BAD_REQUEST, { cause })
  }
}

function depthOf(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const c = bytes[i] ?? 0
    if (c === QUOTE) i = endOfText(bytes, i)
    else if ((c | BRACE_BIT) === OPEN) deepest = Math.max(deepest, ++depth)
    else if ((c | BRACE_BIT) === CLOSE) depth -= 1
  }
  return deepest
}

function endOfText(bytes: Uint8Array, from: number): number {
  let i = from + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const mapValues = (fields: Record<string, string>, map: (value: string) => unknown) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => key !== '__proto__')
      .map(([key, value]) => [key, map(value)]),
  )
