import type { Socket } from 'node:net'
import { qualifiedName } from '../../../src/query/dialect.ts'
import { type Answer, Https, jsonOf } from '../../kit/https.ts'
import { OwnFunctions } from '../../kit/own-functions.ts'
import { orStopped, pauseFor } from '../../kit/stop.ts'
import type { DatabricksAddress } from './address.ts'
import { databricksDialect } from './dialect.ts'
import { DatabricksFailure, isAbsent } from './errors.ts'
import { Tokens } from './token.ts'

/** A column as the service describes it. */
interface WireColumn {
  readonly name: string
  readonly type_text?: string
  readonly type_name?: string
}

interface Link {
  readonly external_link: string
  readonly next_chunk_index?: number
}

interface Chunk {
  readonly data_array?: readonly (readonly (string | null)[])[]
  readonly external_links?: readonly Link[]
  readonly next_chunk_index?: number
}

interface Reply {
  readonly statement_id?: string
  readonly status?: {
    readonly state?: string
    readonly error?: { readonly error_code?: string; readonly message?: string }
  }
  readonly manifest?: { readonly schema?: { readonly columns?: readonly WireColumn[] } }
  readonly result?: Chunk
}

/** One statement for a warehouse. */
export interface Statement {
  readonly sql: string
  readonly schema: string | null
  /** A short question of the product itself is answered at once; of any other, the id comes before the answer. */
  readonly isQuick?: boolean
  /** Rows are fetched from the storage of the service as Arrow; without it they stand in the answer as texts. */
  readonly isLarge: boolean
  readonly maxRows: number | null
  readonly signal: AbortSignal
}

/** A statement that has ended well. */
export interface Finished {
  readonly id: string
  readonly columns: readonly WireColumn[]
  readonly first: Chunk
}

const PATH = '/api/2.0/sql/statements'
const ASK_MS = 60_000
const END_MS = 5_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000
const UNDER_WAY = new Set(['PENDING', 'RUNNING'])

const last = (name: string | null | undefined) => name?.split('.').at(-1) ?? ''

/** A warehouse behind the statement execution interface of its workspace. */
export class DatabricksClient {
  readonly address: DatabricksAddress
  readonly #https: Https
  readonly #tokens: Tokens
  readonly ownFunctions: OwnFunctions

  constructor(address: DatabricksAddress, socket: () => Socket) {
    const { isVerified, connectTimeoutMs } = address
    this.address = address
    this.#https = new Https({ label: databricksDialect.label, socket, isVerified, connectTimeoutMs })
    this.#tokens = new Tokens(this.#https, address)
    this.ownFunctions = new OwnFunctions((schema) => this.#functionsIn(schema))
  }

  /** Rows of a short question of the product itself, as texts. */
  async ask(sql: string, schema: string | null = null): Promise<readonly Readonly<Record<string, string | null>>[]> {
    const signal = AbortSignal.timeout(ASK_MS)
    const done = await this.run({ sql, schema, isQuick: true, isLarge: false, maxRows: null, signal })
    const rows: (readonly (string | null)[])[] = []
    for await (const { data_array: part = [] } of this.chunks(done, signal)) for (const row of part) rows.push(row)
    return rows.map((row) =>
      Object.fromEntries(done.columns.map(({ name }, i) => [name, row[i] === null ? null : String(row[i] ?? '')])),
    )
  }

  /** Runs a statement to its end. One that is stopped is ended on the service. Throws a DatabricksFailure. */
  async run(statement: Statement): Promise<Finished> {
    const { isQuick = false, signal } = statement
    const asking = this.#call('POST', '', this.#bodyOf(statement), isQuick ? signal : AbortSignal.timeout(ASK_MS))
    let reply = await orStopped(asking, signal, (late) => this.#cancel(late.statement_id))
    const id = reply.statement_id ?? ''
    let wait = FIRST_PAUSE_MS
    try {
      while (UNDER_WAY.has(reply.status?.state ?? '')) {
        await pauseFor(wait, signal)
        wait = Math.min(LONGEST_PAUSE_MS, wait * 1.5)
        reply = await this.#call('GET', `/${id}`, null, signal)
      }
    } catch (cause) {
      if (!signal.aborted) throw cause
      this.#cancel(id)
      throw signal.reason
    }
    return finished(reply, id)
  }

  #bodyOf({ sql, schema, isQuick, isLarge, maxRows }: Statement) {
    const { warehouse, catalog, schema: own } = this.address
    return {
      ...{ statement: sql, warehouse_id: warehouse, catalog, schema: schema || own },
      // The id is known at once, so that the statement can be stopped from then on.
      ...{ wait_timeout: isQuick ? '30s' : '0s', on_wait_timeout: 'CONTINUE' },
      ...(isLarge
        ? { disposition: 'EXTERNAL_LINKS', format: 'ARROW_STREAM' }
        : { disposition: 'INLINE', format: 'JSON_ARRAY' }),
      ...(maxRows === null ? {} : { row_limit: maxRows + 1 }),
    }
  }

  /** The parts of an answer in their order. */
  async *chunks({ id, first }: Finished, signal: AbortSignal): AsyncGenerator<Chunk> {
    let chunk = first
    for (;;) {
      yield chunk
      const next = chunk.next_chunk_index ?? chunk.external_links?.at(-1)?.next_chunk_index
      if (next === undefined || next === null) return
      chunk = (await this.#call('GET', `/${id}/result/chunks/${next}`, null, signal)) as Chunk
    }
  }

  /** A file of rows, whose address is a secret of its own: the token of the workspace stays away from it. */
  async file({ external_link: url }: Link, signal: AbortSignal): Promise<Buffer> {
    const { status, bytes } = await this.#https.file(this.address.origin, { url, signal })
    if (status === 200) return bytes
    throw new DatabricksFailure(`A part of the answer cannot be fetched (HTTP ${status}).`, '', status)
  }

  /** Names of the functions that users have made in a schema. */
  async #functionsIn(schema: string): Promise<readonly string[]> {
    const place = qualifiedName(databricksDialect, [this.address.catalog, schema])
    const rows = await this.ask(`SHOW USER FUNCTIONS IN ${place}`).catch((cause: unknown) => {
      if (isAbsent(cause)) return []
      throw cause
    })
    return rows.map((row) => last(Object.values(row)[0]))
  }

  close(): void {
    this.#https.close()
  }

  async #call(method: 'GET' | 'POST', path: string, body: unknown, signal: AbortSignal): Promise<Reply> {
    const token = await this.#tokens.token()
    const answer = await this.#https.ask({
      ...{ method, url: `${this.address.origin}${PATH}${path}`, signal, isRepeatable: method === 'GET' },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return contentOf(answer)
  }

  /** Best effort: what the service does not hear ends at its own limit. */
  #cancel(id: string | undefined): void {
    if (id) this.#call('POST', `/${id}/cancel`, {}, AbortSignal.timeout(END_MS)).catch(() => {})
  }
}

function finished({ status, manifest, result = {} }: Reply, id: string): Finished {
  const { state = '', error } = status ?? {}
  if (state === 'SUCCEEDED') return { id, columns: manifest?.schema?.columns ?? [], first: result }
  const message = error?.message ?? `The statement ended as ${state === '' ? 'nobody knows' : state.toLowerCase()}.`
  throw new DatabricksFailure(message, error?.error_code ?? state)
}

function contentOf(answer: Answer): Reply {
  const content = jsonOf(answer) as (Reply & { readonly error_code?: string; readonly message?: string }) | null
  if (answer.status === 200 && content !== null) return content
  const message = content?.message ?? `The service does not answer as Databricks does (HTTP ${answer.status}).`
  throw new DatabricksFailure(message, content?.error_code ?? '', answer.status)
}
