import type { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { parseExact } from '../../src/engines/exact-json.ts'
import type { HttpAddress } from '../../src/engines/http-address.ts'
import { cutOff, type HttpClient, httpClient } from '../../src/engines/http-client.server.ts'
import { EngineFault } from './fault.ts'
import { isLate, reachFault } from './reach.ts'
import { pauseFor } from './stop.ts'

/** One question to a service. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** It may be sent again where the service was busy, or nobody knows whether it came through. */
  readonly isRepeatable?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** What connections of a package have in common. */
interface HttpsOptions {
  readonly label: string
  readonly socket: () => Socket
  readonly isVerified: boolean
  readonly connectTimeoutMs: number
}

const BUSY = new Set([429, 502, 503, 504])
const TRIES = 5
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
const MAX_BYTES = 256 * 1024 * 1024

/** Asks services over HTTP by their whole addresses; connections are kept by service, and are made by guarded sockets. */
export class Https {
  readonly #options: HttpsOptions
  readonly #clients = new Map<string, { readonly client: HttpClient; readonly address: HttpAddress }>()

  constructor(options: HttpsOptions) {
    this.#options = options
  }

  /** The whole answer, whatever its status. Throws an EngineFault where there is none. */
  async ask(asked: Asked): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#once(asked)
      if (!asked.isRepeatable || !BUSY.has(answer.status) || attempt === TRIES) return answer
      await pauseFor(pauseMs(attempt, answer), asked.signal)
    }
  }

  /** A file beside an answer, at the address that the service `origin` gives for it. */
  file(origin: string, asked: Omit<Asked, 'method' | 'isRepeatable'>): Promise<Answer> {
    if (origin.startsWith('https:') && !asked.url.startsWith('https:'))
      throw new EngineFault('The service gives an address without encryption for a part of its answer.', {
        type: 'CONNECTION_ACCESS_DENIED_ERROR',
      })
    return this.ask({ ...asked, method: 'GET', isRepeatable: true })
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#clients.clear()
  }

  async #once({ method, url, headers = {}, body = '', signal, isRepeatable = false }: Asked): Promise<Answer> {
    const { origin, pathname, search } = new URL(url)
    const { client, address } = this.#to(origin)
    try {
      const given = { 'accept-encoding': 'gzip', 'user-agent': 'sightline', ...headers }
      const path = pathname + search
      const response = await client.send({ method, path, headers: given, body, isRepeatable, signal })
      const pieces: Buffer[] = []
      let size = 0
      for await (const piece of response as AsyncIterable<Buffer>) {
        size += piece.length
        if (size > MAX_BYTES) throw new Error('The answer of the service is too long.')
        pieces.push(piece)
      }
      if (!response.complete) throw cutOff()
      const bytes = Buffer.concat(pieces)
      const isPacked = response.headers['content-encoding'] === 'gzip'
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes: isPacked ? unpacked(bytes) : bytes,
      }
    } catch (cause) {
      const reason = signal.aborted ? signal.reason : cause
      // Who stops a question knows why; that its time is over is told in words.
      throw signal.aborted && !isLate(reason) ? reason : reachFault(reason, address, this.#options.label)
    }
  }

  #to(origin: string) {
    const known = this.#clients.get(origin)
    if (known) return known
    const { protocol, hostname, port } = new URL(origin)
    const isEncrypted = protocol === 'https:'
    const { isVerified, connectTimeoutMs, socket } = this.#options
    const address = {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isEncrypted ? 443 : 80) : Number(port),
      ...{ user: '', password: '', database: '', isEncrypted, isVerified, connectTimeoutMs },
    }
    const way = { prepare: async () => {}, socket, close: () => {} }
    const made = { client: httpClient(address, way), address }
    this.#clients.set(origin, made)
    return made
  }
}

/** What was packed with gzip, as far as it may be long. */
export const unpacked = (bytes: Buffer): Buffer => gunzipSync(bytes, { maxOutputLength: MAX_BYTES })

function pauseMs(attempt: number, { headers }: Answer): number {
  const wished = Number(headers['retry-after'])
  const own = FIRST_PAUSE_MS * 2 ** (attempt - 1)
  return Math.min(LONGEST_PAUSE_MS, Number.isFinite(wished) && wished > 0 ? wished * 1000 : own)
}

/** An answer as JSON in which no number has lost a digit; null for what is no JSON. */
export function jsonOf({ bytes }: Answer): unknown {
  try {
    return parseExact(bytes.toString())
  } catch {
    return null
  }
}
