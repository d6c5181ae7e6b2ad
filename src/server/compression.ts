import { type Readable, Stream, type Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const FROM_BYTES = 1400
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 4 }
/** Lines that are read as they come must not wait in a compressor. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg)/

type Encoding = 'br' | 'gzip'
type Done = (error: Error | null, payload?: unknown) => void

/** Compresses what is worth it; bytes that come compressed already, and short ones, pass as they are. */
export function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const encoding = encodingOf(request, reply, payload)
  if (encoding === null) {
    done(null, payload)
    return
  }
  announce(reply, encoding)
  if (payload instanceof Stream) done(null, compressStream(payload as Readable, encoding))
  else compressWhole(payload as string | Buffer, encoding, done)
}

/** Bytes that a cache sends again and again are compressed once. */
const compressed = { br: new WeakMap<Uint8Array, Buffer>(), gzip: new WeakMap<Uint8Array, Buffer>() }

function compressWhole(payload: string | Buffer, encoding: Encoding, done: Done): void {
  const known = typeof payload === 'string' ? undefined : compressed[encoding].get(payload)
  if (known) {
    done(null, known)
    return
  }
  const keep = (error: Error | null, bytes: Buffer) => {
    if (!error && typeof payload !== 'string') compressed[encoding].set(payload, bytes)
    done(error, bytes)
  }
  if (encoding === 'br') brotliCompress(payload, BROTLI, keep)
  else gzip(payload, GZIP, keep)
}

/**
 * Ready bytes as they go to a client: as they are, or compressed as they were for somebody before. Null where they would
 * have to be compressed first.
 */
export function compressedBefore(
  accepted: string | readonly string[] | undefined,
  contentType: string,
  bytes: Uint8Array,
): { readonly encoding: Encoding | null; readonly bytes: Uint8Array } | null {
  const encoding = isLong(bytes) ? acceptedEncoding(accepted, contentType) : null
  const known = encoding === null ? bytes : compressed[encoding].get(bytes)
  return known ? { encoding, bytes: known } : null
}

function encodingOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Encoding | null {
  if (!isLong(payload) || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return null
  return acceptedEncoding(request.headers['accept-encoding'], String(reply.getHeader('content-type') ?? ''))
}

function acceptedEncoding(accepted: string | readonly string[] | undefined, contentType: string): Encoding | null {
  if (typeof accepted !== 'string' || !COMPRESSIBLE.test(contentType)) return null
  if (/\bbr\b(?!;q=0)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0)/.test(accepted) ? 'gzip' : null
}

function isLong(payload: unknown): boolean {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length >= FROM_BYTES
  return payload instanceof Stream
}

function announce(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding)
  reply.removeHeader('content-length')
}

function compressStream(source: Readable, encoding: Encoding): Transform {
  const compressor = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  source.once('error', (error) => compressor.destroy(error))
  compressor.once('close', () => source.destroy())
  return source.pipe(compressor)
}
