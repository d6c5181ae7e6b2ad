import { z } from 'zod'
import type { QueryContext, QueryObject } from './query-object.ts'
import { decodeQueryContext, decodeQueryObject } from './wire/decode.ts'
import { encodeQueryContext, encodeQueryObject } from './wire/encode.ts'
import { incorrectRequest } from './wire/problem.ts'
import { wireQueryContext, wireQueryObject } from './wire/schema.ts'

/** Wire query object <-> ours. */
export const queryObjectCodec = z.codec(wireQueryObject, z.custom<QueryObject>(), {
  decode: decodeQueryObject,
  encode: encodeQueryObject,
})

/** Wire body of `POST /api/v1/chart/data` <-> ours. */
export const queryContextCodec = z.codec(wireQueryContext, z.custom<QueryContext>(), {
  decode: decodeQueryContext,
  encode: encodeQueryContext,
})

/** Reads a chart data body; a wrong one throws the Problem that clients of the route expect. */
export function readQueryContext(body: unknown): QueryContext {
  const parsed = wireQueryContext.safeParse(body)
  if (!parsed.success) throw incorrectRequest(parsed.error)
  return decodeQueryContext(parsed.data)
}
