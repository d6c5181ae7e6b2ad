import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseExact } from '../exact-json.ts'
import { bodyText, type HttpClient, httpClient } from '../http-client.server.ts'
import { DIRECT_WAY, type NetworkWay } from '../network-way.server.ts'
import type { TrinoAddress } from './address.ts'
import { failureOf, REFUSED_USER, TrinoFailure, type WireFailure } from './errors.ts'
import type { TypeSignature } from './types.ts'

/** A column as the server describes it. */
export interface TrinoColumn {
  readonly name: string
  readonly type: string
  readonly typeSignature: TypeSignature
}

/** A piece of an answer. Cells are as JSON has them; numbers that JavaScript could not hold are texts. */
export interface TrinoPage {
  readonly columns: readonly TrinoColumn[] | null
  readonly rows: readonly (readonly unknown[])[]
  readonly percent: number | null
  readonly changed: number | null
}

/** Where names are looked up, and for how long a statement may run. */
export interface TrinoContext {
  readonly catalog: string | null
  readonly schema: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** What the script has set; the server keeps nothing between statements. */
  readonly settings?: Settings
}

/** Names of session properties with their values as the server gave them, encoded for a header. */
export type Settings = ReadonlyMap<string, string>

interface Answer {
  readonly nextUri?: string
  readonly columns?: readonly TrinoColumn[]
  readonly data?: readonly (readonly unknown[])[]
  readonly stats?: { readonly progressPercentage?: number }
  readonly updateCount?: number
  readonly error?: WireFailure
}

const ASK_MS = 30_000
const END_MS = 5_000
const BUSY = new Set([429, 502, 503, 504])
const BUSY_TRIES = 10
const BUSY_PAUSE_MS = 200
const MAX_PAGE_BYTES = 256 * 1024 * 1024

/** A Trino coordinator behind its HTTP interface. */
export class TrinoClient {
  readonly address: TrinoAddress
  readonly #http: HttpClient

  constructor(address: TrinoAddress, way: NetworkWay = DIRECT_WAY) {
    this.address = address
    this.#http = httpClient(address, way)
  }

  close() {
    this.#http.close()
  }

  /** Rows of a short question of the product itself. Throws `TrinoFailure`. */
  async ask(
    sql: string,
    place: { readonly catalog?: string | null; readonly schema?: string | null } = {},
  ): Promise<readonly (readonly unknown[])[]> {
    const { catalog = null, schema = null } = place
    const signal = AbortSignal.timeout(ASK_MS)
    const rows: (readonly unknown[])[] = []
    for await (const page of this.pages(sql, { catalog, schema, timeoutMs: ASK_MS, signal })) rows.push(...page.rows)
    return rows
  }

  /** Runs a statement that sets something; gives the settings after it. */
  async set(sql: string, context: TrinoContext): Promise<Settings> {
    const settings = new Map(context.settings)
    const noted = ({ headers }: IncomingMessage) => {
      const cleared = headers['x-trino-clear-session']
      if (cleared !== undefined) settings.delete(String(cleared))
      const [name, value] = String(headers['x-trino-set-session'] ?? '').split(/=(.*)/s)
      if (name && value !== undefined) settings.set(name, value)
    }
    for await (const _ of this.pages(sql, context, null, noted));
    return settings
  }

  /** Opens a transaction in which the server refuses every change; gives its id. */
  beginReading(context: TrinoContext): Promise<string> {
    return this.begin('START TRANSACTION READ ONLY', context)
  }

  /** Opens a transaction by a statement; gives its id. */
  async begin(sql: string, context: TrinoContext): Promise<string> {
    let id: string | null = null
    const noted = (response: IncomingMessage) => {
      id ??= String(response.headers['x-trino-started-transaction-id'] ?? '') || null
    }
    for await (const _ of this.pages(sql, context, 'NONE', noted));
    if (id === null) throw new TrinoFailure('', 'The server opened no transaction.')
    return id
  }

  /** Ends a transaction. One that cannot be reached ends by itself. */
  async end(transaction: string): Promise<void> {
    const signal = AbortSignal.timeout(END_MS)
    try {
      const context = { catalog: null, schema: null, timeoutMs: END_MS, signal }
      for await (const _ of this.pages('ROLLBACK', context, transaction));
    } catch {
      return
    }
  }

  /** The pieces of an answer. What is not read to its end, or is aborted, is ended on the server. */
  async *pages(
    sql: string,
    context: TrinoContext,
    transaction: string | null = null,
    onResponse: (response: IncomingMessage) => void = () => {},
  ): AsyncGenerator<TrinoPage> {
    let next: string | null = null
    const { signal } = context
    const stop = () => {
      if (next !== null) void this.#stop(next)
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      const headers = { ...this.#identity(), ...contextHeaders(context), ...transactionHeader(transaction) }
      let answer = await this.#answer({ method: 'POST', path: '/v1/statement', headers, body: sql, signal }, onResponse)
      for (;;) {
        // Only the path is taken, so that no answer leads to another server.
        next = answer.nextUri === undefined ? null : pathOf(answer.nextUri)
        if (answer.error) throw failureOf(answer.error)
        yield pageOf(answer)
        if (next === null) return
        const request = { method: 'GET', path: next, headers: this.#identity(), body: '', signal } as const
        answer = await this.#answer(request, onResponse)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      if (!signal.aborted) stop()
    }
  }

  async #answer(
    request: Omit<Parameters<HttpClient['send']>[0], 'isRepeatable'>,
    onResponse: (response: IncomingMessage) => void,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#http.send({ ...request, isRepeatable: request.method === 'GET' })
      const text = await bodyText(response, MAX_PAGE_BYTES)
      const status = response.statusCode ?? 0
      if (status === 200) {
        onResponse(response)
        return parseExact(text) as Answer
      }
      if (!BUSY.has(status) || attempt === BUSY_TRIES) throw httpFailure(status, text)
      await pause(BUSY_PAUSE_MS * attempt, null, { signal: request.signal })
    }
  }

  /** Best effort: what the server does not hear ends when it misses its reader. */
  async #stop(path: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(END_MS)
      const headers = this.#identity()
      await bodyText(await this.#http.send({ method: 'DELETE', path, headers, body: '', isRepeatable: true, signal }))
    } catch {
      return
    }
  }

  #identity(): Record<string, string> {
    const { user, password, source } = this.address
    return {
      'x-trino-user': headerText(user),
      'x-trino-source': headerText(source),
      'user-agent': 'sightline',
      // Packing costs the coordinator more time than the network saves.
      'accept-encoding': 'identity',
      ...(password === '' ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    }
  }
}

function contextHeaders({ catalog, schema, timeoutMs, settings = new Map() }: TrinoContext): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1000))
  return {
    'x-trino-time-zone': 'UTC',
    // Without it times lose what lies below a millisecond.
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
    'x-trino-session': [...settings, ['query_max_run_time', `${seconds}s`]].map((pair) => pair.join('=')).join(','),
    ...(catalog === null ? {} : { 'x-trino-catalog': headerText(catalog) }),
    ...(catalog === null || schema === null ? {} : { 'x-trino-schema': headerText(schema) }),
  }
}

const transactionHeader = (id: string | null): Record<string, string> =>
  id === null ? {} : { 'x-trino-transaction-id': id }

/** Headers carry bytes; the server reads them as UTF-8. */
const headerText = (text: string) => Buffer.from(text.replaceAll(/[\r\n\0]/g, '')).toString('latin1')

function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri)
  return pathname + search
}

function pageOf({ columns, data, stats, updateCount }: Answer): TrinoPage {
  return {
    columns: columns ?? null,
    rows: data ?? [],
    percent: stats?.progressPercentage ?? null,
    changed: updateCount ?? null,
  }
}

function httpFailure(status: number, text: string): TrinoFailure {
  if (status === 401 || status === 403)
    return new TrinoFailure(REFUSED_USER, 'The server does not accept this user and password.')
  return new TrinoFailure('', `The server does not answer as Trino does (HTTP ${status}): ${text.slice(0, 200)}`)
}
