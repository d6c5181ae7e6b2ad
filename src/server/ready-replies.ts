import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Asked, type Endpoint, type Guards, refuse } from '../wire/mount.server.ts'
import type { Raw } from '../wire/raw.ts'
import { goneSignal } from '../wire/request-context.server.ts'
import { compressedBefore } from './compression.ts'
import type { Handler } from './front-door.ts'
import { replyHeaders } from './headers.ts'

const KEPT_CHARACTERS = 8 * 1024 * 1024
const MAX_BODY_BYTES = 64 * 1024
/** For callers with different sessions. */
const KEPT_PER_BODY = 8
const JSON_TYPE = 'application/json; charset=utf-8'

/** A request as it was understood when it came for the first time. */
interface Understood {
  readonly asked: Asked
  readonly from: string | undefined
  readonly rawHeaders: readonly string[]
  readonly endpoint: Endpoint
  readonly input: unknown
}

type ReadyBytes = NonNullable<ReturnType<typeof compressedBefore>>
type Outcome = PromiseSettledResult<Raw>

export interface ReadyReplies {
  /** Keeps what an answered request meant, if the next one in its words can be answered in a shorter way. */
  learn(request: Asked & { readonly raw: IncomingMessage }, endpoint: Endpoint, input: unknown): void
  /** Answers a request that came before in the same words; every other one goes to `otherwise`. */
  serve(request: IncomingMessage, response: ServerResponse, otherwise: Handler): void
  /** The body of a request that was read here and then went to `otherwise`. */
  bodyOf(request: IncomingMessage): Buffer | undefined
  /** What was made here of a request that then went to `otherwise`: a failure, or what is not sent from here. */
  outcomeOf(request: IncomingMessage): Outcome | undefined
}

/**
 * Answers the same request again without routing and reading it anew: same address, same headers, same body. Who asks,
 * whether they may and how often is decided each time; only what the words mean is remembered, bounded in size.
 */
export function readyReplies(endpoints: readonly Endpoint[], guards: Guards): ReadyReplies {
  const known = new LRUCache<string, readonly Understood[]>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (all, body) =>
      all.reduce((sum, { rawHeaders }) => sum + rawHeaders.join().length, 2 * body.length),
  })
  const paths = new Set(endpoints.filter(({ again }) => again).map(({ route }) => route.path))
  const handed = new WeakMap<IncomingMessage, { readonly body: Buffer; readonly outcome?: Outcome | undefined }>()
  const keep = (text: string, understood: Understood, raw: IncomingMessage) => {
    const others = (known.get(text) ?? []).filter((one) => !isSame(one, raw, understood.from))
    known.set(text, [...others.slice(1 - KEPT_PER_BODY), understood])
  }
  return {
    bodyOf: (request) => handed.get(request)?.body,
    outcomeOf: (request) => handed.get(request)?.outcome,
    learn: (request, endpoint, input) => {
      const { body, raw } = request
      if (!(body instanceof Uint8Array) || body.byteLength > MAX_BODY_BYTES) return
      const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
      const asked = snapshotOf(request)
      const understood = { asked, from: raw.socket.remoteAddress, rawHeaders: raw.rawHeaders, endpoint, input }
      if (endpoint.again?.anew(input)) keep(text, understood, raw)
    },
    serve: (request, response, otherwise) => {
      const length = Number(request.headers['content-length'])
      const isCandidate = known.size > 0 && length <= MAX_BODY_BYTES && paths.has(request.url ?? '')
      if (!isCandidate) return otherwise(request, response)
      request.once('readable', () => {
        const body: Buffer | null = request.read()
        const all = body?.byteLength === length ? known.get(body.toString('latin1')) : undefined
        const understood = all?.find((one) => isSame(one, request, request.socket.remoteAddress))
        if (!understood || !body) {
          if (body) request.unshift(body)
          return otherwise(request, response)
        }
        const handOver = (outcome?: Outcome) => {
          handed.set(request, { body, outcome })
          otherwise(request, response)
        }
        answerAgain(understood, response, guards).then(
          (outcome) => outcome !== SENT && handOver(outcome),
          () => handOver(),
        )
      })
    },
  }
}

const SENT = Symbol('sent')

/** Sends the answer from here where that is all there is to do; gives what was made, or undefined for the ordinary way. */
async function answerAgain(
  { asked, endpoint, input }: Understood,
  response: ServerResponse,
  guards: Guards,
): Promise<Outcome | typeof SENT | undefined> {
  const caller = await guards.identify(asked)
  const ready = await endpoint.again?.ready(input, caller)
  const make = ready ? null : endpoint.again?.anew(input)
  const bytes = ready && bytesFor(asked, ready)
  // The ordinary way finds the words of a refusal.
  if (!(bytes || make) || refuse(endpoint.route, caller, asked, guards) !== null) return undefined
  if (bytes) return send(response, asked, bytes)
  const [outcome] = await Promise.allSettled([make?.(caller, goneSignal(response))])
  const made = outcome.status === 'fulfilled' && outcome.value?.body instanceof Uint8Array ? outcome.value.body : null
  const short = made && bytesFor(asked, made)
  return short ? send(response, asked, short) : (outcome as Outcome)
}

const bytesFor = ({ headers }: Asked, bytes: Uint8Array): ReadyBytes | null =>
  compressedBefore(headers['accept-encoding'], JSON_TYPE, bytes)

/** Everything of a request beside its body that has a say in its answer. */
function isSame({ asked, from, rawHeaders }: Understood, request: IncomingMessage, address: string | undefined) {
  if (asked.method !== request.method || asked.url !== request.url || from !== address) return false
  const other = request.rawHeaders
  return rawHeaders.length === other.length && rawHeaders.every((word, i) => word === other[i])
}

/** The request itself would keep its connection. */
function snapshotOf({ id, ip, protocol, host, method, url, headers, cookies, body, routeOptions }: Asked): Asked {
  return { id, ip, protocol, host, method, url, headers, cookies, body, routeOptions: { config: routeOptions.config } }
}

function send(response: ServerResponse, { url, protocol }: Asked, { encoding, bytes }: ReadyBytes): typeof SENT {
  const headers = replyHeaders({ id: crypto.randomUUID(), url, protocol })
  headers.push('content-type', JSON_TYPE, 'content-length', String(bytes.byteLength))
  if (encoding !== null) headers.push('content-encoding', encoding)
  response.writeHead(200, headers)
  response.end(bytes)
  return SENT
}
