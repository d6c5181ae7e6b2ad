import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly stream: AsyncIterable<Uint8Array>
    }

/** What a handler may know of the request beside its decoded input, looked up when it asks. */
export class RequestContext {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #gone: AbortSignal | null = null

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }
  get requestId(): string {
    return this.#request.id
  }
  /** Aborted when the client has gone. */
  get signal(): AbortSignal {
    this.#gone ??= goneSignal(this.#reply)
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
  /** Fields and files of an upload, as they arrive. */
  parts(): AsyncIterable<UploadPart> {
    return uploadParts(this.#request)
  }
}

/** Most handlers are done before anybody could leave, so the signal is made for those that ask. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.closed) onClose()
  else raw.once('close', onClose)
  return controller.signal
}

async function* uploadParts(request: FastifyRequest): AsyncIterable<UploadPart> {
  if (!request.isMultipart()) throw new Problem(400, 'Request is not a multipart upload')
  for await (const part of request.parts()) {
    if (part.type === 'file') yield { kind: 'file', name: part.fieldname, fileName: part.filename, stream: part.file }
    else yield { kind: 'field', name: part.fieldname, value: String(part.value) }
  }
}
