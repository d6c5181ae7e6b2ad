import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../wire/caller.ts'
import { type Asked, type Endpoint, type Guards, refuse } from '../wire/mount.server.ts'
import { compressedBefore } from './compression.ts'
import type { Handler } from './front-door.ts'
import { replyHeaders } from './headers.ts'

const KEPT_CHARACTERS = 8 * 1024 * 1024
const MAX_BODY_BYTES = 64 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** A request as it was understood when it came for the first time. */
interface Understood {
  readonly asked: Asked
  readonly endpoint: Endpoint
  readonly input: unknown
}

type ReadyBytes = NonNullable<ReturnType<typeof compressedBefore>>

export interface ReadyReplies {
  /** Keeps what an answered request meant, if its reply lies ready for the next one. */
  learn(request: Asked & { readonly raw: IncomingMessage }, caller: Caller, endpoint: Endpoint, input: unknown): void
  /** Gives the ready reply to a request that came before in the same words; every other one goes to `otherwise`. */
  serve(request: IncomingMessage, response: ServerResponse, otherwise: Handler): void
}

/**
 * Answers the same request again without routing and reading it anew: same address, same headers, same body. Who asks,
 * whether they may and how often is decided each time; only what the words mean is remembered, bounded in size.
 */
export function readyReplies(endpoints: readonly Endpoint[], guards: Guards): ReadyReplies {
  const known = new LRUCache<string, Understood>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, words) => 2 * words.length,
  })
  const paths = new Set(endpoints.filter(({ ready }) => ready).map(({ route }) => route.path))
  return {
    learn: (request, caller, endpoint, input) => {
      const { body } = request
      if (!(body instanceof Uint8Array) || body.byteLength > MAX_BODY_BYTES) return
      const words = wordsOf(request.raw, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
      const asked = snapshotOf(request)
      endpoint.ready?.(input, caller).then(
        (reply) => reply && known.set(words, { asked, endpoint, input }),
        () => undefined,
      )
    },
    serve: (request, response, otherwise) => {
      const length = Number(request.headers['content-length'])
      const isCandidate = known.size > 0 && length <= MAX_BODY_BYTES && paths.has(request.url ?? '')
      if (!isCandidate) return otherwise(request, response)
      request.once('readable', () => {
        const body: Buffer | null = request.read()
        if (body) request.unshift(body)
        const understood = body?.byteLength === length ? known.get(wordsOf(request, body)) : undefined
        if (!understood) return otherwise(request, response)
        readyBytes(understood, guards).then(
          (bytes) => (bytes ? send(request, response, understood.asked, bytes) : otherwise(request, response)),
          () => otherwise(request, response),
        )
      })
    },
  }
}

/** Everything of a request that has a say in its answer. */
function wordsOf({ method, url, socket, rawHeaders }: IncomingMessage, body: Buffer): string {
  return `${method} ${url}\n${socket.remoteAddress}\n${rawHeaders.join('\n')}\n\n${body.toString('latin1')}`
}

/** The request itself would keep its connection. */
function snapshotOf({ id, ip, protocol, host, method, url, headers, cookies, body, routeOptions }: Asked): Asked {
  return { id, ip, protocol, host, method, url, headers, cookies, body, routeOptions: { config: routeOptions.config } }
}

/** Null where the ordinary way has to answer: nothing is ready any more, or the words of a refusal are needed. */
async function readyBytes({ asked, endpoint, input }: Understood, guards: Guards): Promise<ReadyBytes | null> {
  const caller = await guards.identify(asked)
  const reply = await endpoint.ready?.(input, caller)
  const bytes = reply && compressedBefore(asked.headers['accept-encoding'], JSON_TYPE, reply)
  return bytes && refuse(endpoint.route, caller, asked, guards) === null ? bytes : null
}

function send(request: IncomingMessage, response: ServerResponse, asked: Asked, { encoding, bytes }: ReadyBytes): void {
  request.resume()
  response.writeHead(200, {
    ...replyHeaders({ id: crypto.randomUUID(), url: asked.url, protocol: asked.protocol }),
    'content-type': JSON_TYPE,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    'content-length': bytes.byteLength,
  })
  response.end(bytes)
}
