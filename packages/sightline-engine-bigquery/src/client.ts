import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { EngineFault } from '../../kit/fault.ts'
import { type Answer, Https, jsonOf } from '../../kit/https.ts'
import { orStopped } from '../../kit/stop.ts'
import type { BigqueryAddress } from './address.ts'
import { bigqueryDialect } from './dialect.ts'
import { failureOf, type WireError } from './errors.ts'
import { type Scope, Tokens } from './token.ts'
import type { Field, WireRow } from './types.ts'

interface Call {
  readonly method?: 'GET' | 'POST'
  readonly scope?: Scope
  readonly query?: Readonly<Record<string, string | null>>
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly isRepeatable?: boolean
}

interface JobReference {
  readonly projectId: string
  readonly jobId?: string
  readonly location?: string
}

/** A page of an answer. */
interface Page {
  readonly jobReference?: JobReference
  readonly jobComplete?: boolean
  readonly schema?: { readonly fields?: readonly Field[] }
  readonly rows?: readonly WireRow[]
  readonly pageToken?: string
  readonly errors?: readonly WireError[]
  readonly numDmlAffectedRows?: string
}

/** What a dry run says. */
export interface Preview {
  readonly statementType: string
  readonly tables: readonly { readonly projectId: string; readonly datasetId: string; readonly tableId: string }[]
  readonly bytes: number
}

interface WireJob {
  readonly statistics?: {
    readonly totalBytesProcessed?: string
    readonly query?: { readonly statementType?: string; readonly referencedTables?: Preview['tables'] }
  }
  /** Where some services say it. */
  readonly statementType?: string
}

/** Where names without a dataset are looked up, and how long a statement may take. */
export interface Context {
  readonly schema: string | null
  readonly maxRows: number | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const ASK_MS = 30_000
const END_MS = 10_000
/** How long the service holds an answer back for a statement that still runs. */
const FIRST_WAIT_MS = 1_000
const WAIT_MS = 10_000
const PAGE_ROWS = 20_000

/** The REST interface of the service. */
export class BigqueryClient {
  readonly address: BigqueryAddress
  readonly #https: Https
  readonly #tokens: Tokens | null

  constructor(address: BigqueryAddress, socket: () => Socket) {
    const { isVerified, connectTimeoutMs, key, user, origin } = address
    this.address = address
    this.#https = new Https({ label: bigqueryDialect.label, socket, isVerified, connectTimeoutMs })
    if (key === '' && origin.startsWith('https:'))
      throw new EngineFault('BigQuery asks for the key of a service account.', {
        type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
        invalid: ['password'],
      })
    this.#tokens = key === '' ? null : new Tokens(this.#https, key, user)
  }

  /** Asks a path below the address of a project. Throws a BigqueryFailure. */
  async call(path: string, { method = 'GET', scope = 'bigquery.readonly', ...call }: Call = {}): Promise<unknown> {
    // Of these, the names before them would be taken away.
    if (path.split('/').some((name) => /^\.{0,2}$/.test(name))) throw failureOf({ message: 'Not found: a name' }, 404)
    const query = Object.entries(call.query ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
    const search = query.length === 0 ? '' : `?${new URLSearchParams(query as string[][])}`
    const token = await this.#tokens?.of(scope)
    const answer = await this.#https.ask({
      method,
      url: `${this.address.origin}/bigquery/v2/projects/${path}${search}`,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: call.signal ?? AbortSignal.timeout(ASK_MS),
      isRepeatable: call.isRepeatable ?? method === 'GET',
    })
    return contentOf(answer)
  }

  /** What the service says of a statement without running it. */
  async preview(sql: string, schema: string | null, signal: AbortSignal): Promise<Preview> {
    const { location } = this.address
    const query = { query: sql, useLegacySql: false, ...this.#defaults(schema), ...this.#limits() }
    const job = (await this.call(`${this.address.billingProject}/jobs`, {
      method: 'POST',
      scope: 'bigquery',
      body: { configuration: { dryRun: true, query }, ...(location ? { jobReference: { location } } : {}) },
      isRepeatable: true,
      signal,
    })) as WireJob
    const { statistics: { query: told, totalBytesProcessed } = {} } = job
    return {
      statementType: told?.statementType ?? job.statementType ?? '',
      tables: told?.referencedTables ?? [],
      bytes: Number(totalBytesProcessed ?? 0),
    }
  }

  /**
   * The pages of an answer; the fields come with the first. What is not read to its end is ended on the service. A
   * statement that reads is asked for with a token that is good for reading only.
   */
  async *pages(
    sql: string,
    scope: Scope,
    context: Context,
  ): AsyncGenerator<Page & { readonly fields: readonly Field[] }> {
    let page = await this.#begin(sql, scope, context)
    const { jobReference } = page
    const wanted = Math.min(PAGE_ROWS, (context.maxRows ?? PAGE_ROWS) + 1)
    let isDone = false
    try {
      context.signal.throwIfAborted()
      while (page.jobComplete === false) page = await this.#more(jobReference, { wait: WAIT_MS, wanted }, context)
      isDone = true
      const fields = fieldsOf(page)
      yield { ...page, fields }
      while (page.pageToken) {
        page = await this.#more(jobReference, { wait: WAIT_MS, wanted, pageToken: page.pageToken }, context)
        yield { ...page, fields }
      }
    } finally {
      if (!isDone) void this.#cancel(jobReference)
    }
  }

  close(): void {
    this.#https.close()
  }

  #defaults(schema: string | null) {
    const dataset = schema ?? this.address.dataset
    if (!dataset) return {}
    const [datasetId = '', ...project] = dataset.split('.').toReversed()
    const projectId = project.toReversed().join('.') || this.address.project
    return { defaultDataset: { projectId, datasetId } }
  }

  #limits() {
    const { maximumBytesBilled } = this.address
    return maximumBytesBilled === null ? {} : { maximumBytesBilled }
  }

  /** Begins a statement. One that is stopped before the service has named it is ended as soon as it has. */
  async #begin(sql: string, scope: Scope, { schema, maxRows, timeoutMs, signal }: Context): Promise<Page> {
    const { billingProject, location } = this.address
    const asking = this.call(`${billingProject}/queries`, {
      method: 'POST',
      scope,
      body: {
        ...{ query: sql, useLegacySql: false, requestId: randomUUID(), ...this.#defaults(schema), ...this.#limits() },
        ...(location ? { location } : {}),
        formatOptions: { useInt64Timestamp: true },
        maxResults: Math.min(PAGE_ROWS, (maxRows ?? PAGE_ROWS) + 1),
        timeoutMs: FIRST_WAIT_MS,
        jobTimeoutMs: String(timeoutMs + END_MS),
      },
      // The same requestId begins no second statement.
      isRepeatable: true,
      signal: AbortSignal.timeout(timeoutMs + END_MS),
    }) as Promise<Page>
    return orStopped(asking, signal, (page) => void this.#cancel(page.jobReference))
  }

  #more(
    { projectId = '', jobId = '', location = null }: Partial<Nullable<JobReference>> = {},
    {
      wait,
      wanted,
      pageToken = null,
    }: { readonly wait: number; readonly wanted: number; readonly pageToken?: string | null },
    { signal }: Context,
  ): Promise<Page> {
    const query = {
      ...{ location, pageToken, timeoutMs: String(wait), maxResults: String(wanted) },
      'formatOptions.useInt64Timestamp': 'true',
    }
    return this.call(`${projectId}/queries/${jobId}`, { query, signal }) as Promise<Page>
  }

  /** Best effort: what the service does not hear ends at its own deadline. */
  async #cancel({ projectId, jobId, location = null }: Partial<Nullable<JobReference>> = {}): Promise<void> {
    if (!projectId || !jobId) return
    const signal = AbortSignal.timeout(END_MS)
    await this.call(`${projectId}/jobs/${jobId}/cancel`, {
      ...{ method: 'POST', scope: 'bigquery', query: { location }, isRepeatable: true, signal },
    }).catch(() => {})
  }
}

/** The fields of a finished statement. Throws a BigqueryFailure for one that failed. */
function fieldsOf({ errors: [error] = [], rows, schema }: Page): readonly Field[] {
  if (error && (rows ?? []).length === 0) throw failureOf(error, 400)
  return schema?.fields ?? []
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

function contentOf(answer: Answer): unknown {
  const content = jsonOf(answer)
  if (answer.status === 200 && content !== null) return content
  const { error } = (content ?? {}) as { readonly error?: WireError | string }
  if (typeof error === 'object') throw failureOf(error, answer.status)
  throw failureOf({ message: `The service does not answer as BigQuery does (HTTP ${answer.status}).` }, answer.status)
}
