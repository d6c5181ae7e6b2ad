import { LRUCache } from 'lru-cache'
import type { QueryContext } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'

const MAX_CHARACTERS = 64 * 1024
const KEPT_CHARACTERS = 4 * 1024 * 1024

/** Requests as they were read before, so that the same words are the same object, by which plans are remembered. */
const known = new LRUCache<string, QueryContext>({
  maxSize: KEPT_CHARACTERS,
  sizeCalculation: (_, text) => Math.max(1, text.length),
})

/** The same for bodies that the wire kit remembers. */
const read = new WeakMap<object, QueryContext>()

/** Reads a chart data body, each once while it is remembered. A wrong one throws the Problem that clients expect. */
export function chartRequest(body: unknown): QueryContext {
  if (typeof body !== 'object' || body === null) return requestOf(body)
  const have = read.get(body)
  if (have) return have
  const request = requestOf(body)
  read.set(body, request)
  return request
}

function requestOf(body: unknown): QueryContext {
  const text = JSON.stringify(body) ?? ''
  if (text.length > MAX_CHARACTERS) return readQueryContext(body)
  const have = known.get(text)
  if (have) return have
  const request = readQueryContext(body)
  known.set(text, request)
  return request
}
