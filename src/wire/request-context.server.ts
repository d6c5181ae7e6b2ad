import type { ServerResponse } from 'node:http'
import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import type { Said } from './decode.server.ts'
import { partText } from './form-parts.server.ts'
import { Problem } from './problem.ts'
import type { RouteShape } from './route.ts'

type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly stream: AsyncIterable<Uint8Array>
    }

interface InsideCall {
  readonly route: RouteShape
  readonly said: Said
  readonly caller: Caller
  readonly context: RequestContext
}
/** Answers a route to a caller inside a request: its reply as on the wire, or the `Raw` of its handler. */
export type AnswerInside = (call: InsideCall, request: FastifyRequest) => Promise<unknown>

/** What a handler may know of the request beside its decoded input, looked up when it asks. */
export class RequestContext {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #inside: AnswerInside
  #gone: AbortSignal | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, inside: AnswerInside, gone: AbortSignal | null = null) {
    this.#request = request
    this.#reply = reply
    this.#inside = inside
    this.#gone = gone
  }
  /** The same request, ended also by a signal of the handler. */
  until(signal: AbortSignal): RequestContext {
    return new RequestContext(this.#request, this.#reply, this.#inside, AbortSignal.any([this.signal, signal]))
  }
  /**
   * Answers another route for a caller, as if it had been asked by a request of its own: rate, permission pair, object
   * rule, schema. Gives its reply as on the wire, or a `Raw`; throws the `Problem` of a refusal.
   */
  ask(route: RouteShape, said: Said, caller: Caller): Promise<unknown> {
    return this.#inside({ route, said, caller, context: this }, this.#request)
  }
  get requestId(): string {
    return this.#request.id
  }
  /** Aborted when the client has gone. */
  get signal(): AbortSignal {
    this.#gone ??= goneSignal(this.#reply.raw)
    return this.#gone
  }
  get ip(): string {
    return this.#request.ip
  }
  /** `http://host:port` as the client sees the server. */
  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`
  }
  get url(): string {
    return this.#request.url
  }
  header(name: string): string | null {
    const value = this.#request.headers[name.toLowerCase()]
    return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
  }
  cookie(name: string): string | null {
    return this.#request.cookies[name] ?? null
  }
  /** Fields and files of an upload, as they arrive; no file larger than that many bytes. */
  parts(maxFileBytes: number | null = null): AsyncIterable<UploadPart> {
    return uploadParts(this.#request, maxFileBytes)
  }
}

/** Aborted when the client has gone. Most handlers are done before anybody could leave, so it is made for those that ask. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) onClose()
  else response.once('close', onClose)
  return controller.signal
}

async function* uploadParts(request: FastifyRequest, maxFileBytes: number | null): AsyncIterable<UploadPart> {
  if (!request.isMultipart())
    throw new Problem(400, "Request MIME type is not 'multipart/form-data'", {
      type: 'INVALID_PAYLOAD_FORMAT_ERROR',
      envelope: 'errors',
    })
  for await (const part of request.parts(maxFileBytes === null ? {} : { limits: { fileSize: maxFileBytes } })) {
    if (part.type === 'file') yield { kind: 'file', name: part.fieldname, fileName: part.filename, stream: part.file }
    else yield { kind: 'field', name: part.fieldname, value: partText(part.value) }
  }
}
