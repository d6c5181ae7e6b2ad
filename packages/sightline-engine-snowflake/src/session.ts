import { randomUUID } from 'node:crypto'
import { type Answer, type Https, jsonOf } from '../../kit/https.ts'
import { pauseFor } from '../../kit/stop.ts'
import type { SnowflakeAddress } from './address.ts'
import { isSessionOver, SnowflakeFailure } from './errors.ts'
import { proofOf } from './sign-in.ts'
import type { WireColumn } from './types.ts'

/** A file of rows beside an answer. */
interface Chunk {
  readonly url: string
  readonly rowCount?: number
}

/** The answer to a statement. */
export interface Result {
  readonly rowtype?: readonly WireColumn[]
  readonly rowset?: readonly (readonly (string | null)[])[]
  readonly rowsetBase64?: string
  readonly queryResultFormat?: string
  readonly chunks?: readonly Chunk[] | null
  readonly chunkHeaders?: Readonly<Record<string, string>> | null
  readonly qrmk?: string
  readonly statementTypeId?: number
  readonly getResultUrl?: string
}

interface Reply {
  readonly success?: boolean
  readonly code?: string | null
  readonly message?: string | null
  readonly data?: (Result & { readonly token?: string; readonly errorCode?: string }) | null
}

/** One statement for the service. */
export interface Statement {
  readonly sql: string
  readonly isDescribed?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const SIGN_IN_MS = 30_000
const END_MS = 5_000
const RUNNING = new Set(['333333', '333334'])
const POLL_MS = 200
/** What the service sets for itself where nobody can stop a statement any more. */
const GRACE_S = 10
const HEADERS = { 'content-type': 'application/json', accept: 'application/snowflake' }

/** A session of an account with a current database and schema. It signs in when it is asked, and again when it has ended. */
export class Session {
  readonly #https: Https
  readonly #address: SnowflakeAddress
  readonly #schema: string | null
  #token: Promise<string> | null = null

  constructor(https: Https, address: SnowflakeAddress, schema: string | null) {
    this.#https = https
    this.#address = address
    this.#schema = schema
  }

  /** The answer to a statement. One that is stopped is ended on the service. Throws a SnowflakeFailure. */
  async ask(statement: Statement): Promise<Result> {
    try {
      return await this.#run(statement)
    } catch (cause) {
      if (!isSessionOver(cause)) throw cause
      this.#token = null
      return this.#run(statement)
    }
  }

  /** Best effort: sessions that nobody ends are ended by the service. */
  async close(): Promise<void> {
    const held = this.#token
    this.#token = null
    const token = await held?.catch(() => null)
    if (!token) return
    const signal = AbortSignal.timeout(END_MS)
    const url = this.#url('/session', { delete: 'true' })
    await this.#https
      .ask({ method: 'POST', url, headers: { ...HEADERS, ...signedBy(token) }, body: '{}', signal })
      .catch(() => {})
  }

  async #run({ sql, isDescribed = false, timeoutMs, signal }: Statement): Promise<Result> {
    const token = await this.#signedIn()
    signal.throwIfAborted()
    const requestId = randomUUID()
    const stop = () => void this.#abort(requestId, sql, token)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const url = this.#url('/queries/v1/query-request', { requestId })
      const body = JSON.stringify({
        ...{ sqlText: sql, asyncExec: false, sequenceId: 1, describeOnly: isDescribed },
        parameters: { STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(timeoutMs / 1000) + GRACE_S },
      })
      const headers = { ...HEADERS, ...signedBy(token) }
      let reply = replyOf(await this.#https.ask({ method: 'POST', url, headers, body, signal }))
      while (RUNNING.has(reply.code ?? '') && reply.data?.getResultUrl) {
        await pauseFor(POLL_MS, signal)
        // Only the path is taken, so that no answer leads to another server.
        const { pathname, search } = new URL(reply.data.getResultUrl, this.#address.origin)
        const next = `${this.#address.origin}${pathname}${search}`
        reply = replyOf(await this.#https.ask({ method: 'GET', url: next, headers, signal, isRepeatable: true }))
      }
      return contentOf(reply)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #signedIn(): Promise<string> {
    this.#token ??= this.#signIn().catch((cause: unknown) => {
      this.#token = null
      throw cause
    })
    return this.#token
  }

  async #signIn(): Promise<string> {
    const { account, user, database, warehouse, role } = this.#address
    const url = this.#url('/session/v1/login-request', {
      ...{ requestId: randomUUID(), databaseName: quoted(database) },
      ...(this.#schema === null ? {} : { schemaName: quoted(this.#schema) }),
      ...(warehouse === null ? {} : { warehouse }),
      ...(role === null ? {} : { roleName: role }),
    })
    const data = {
      ...{ CLIENT_APP_ID: 'JavaScript', CLIENT_APP_VERSION: '2.0.0', ACCOUNT_NAME: account, LOGIN_NAME: user },
      ...proofOf(this.#address, Date.now()),
      CLIENT_ENVIRONMENT: { APPLICATION: 'Sightline' },
      SESSION_PARAMETERS: SETTINGS,
    }
    const asked = { method: 'POST', url, headers: HEADERS, body: JSON.stringify({ data }) } as const
    const answer = await this.#https.ask({ ...asked, signal: AbortSignal.timeout(SIGN_IN_MS), isRepeatable: true })
    const { token } = contentOf(replyOf(answer))
    if (!token) throw new SnowflakeFailure('The service signs nobody in.', '')
    return token
  }

  async #abort(requestId: string, sqlText: string, token: string): Promise<void> {
    const url = this.#url('/queries/v1/abort-request', { requestId: randomUUID() })
    const body = JSON.stringify({ requestId, sqlText })
    const signal = AbortSignal.timeout(END_MS)
    const headers = { ...HEADERS, ...signedBy(token) }
    await this.#https.ask({ method: 'POST', url, headers, body, signal, isRepeatable: true }).catch(() => {})
  }

  #url(path: string, query: Readonly<Record<string, string>>): string {
    return `${this.#address.origin}${path}?${new URLSearchParams(query)}`
  }
}

/**
 * Times are those of UTC, what nobody waits for any more ends, and a change is there at once. Names mean what we read
 * them to mean, whatever the account has set.
 */
const SETTINGS = {
  ...{ TIMEZONE: 'UTC', ABORT_DETACHED_QUERY: true, CLIENT_SESSION_KEEP_ALIVE: false, AUTOCOMMIT: true },
  ...{ QUOTED_IDENTIFIERS_IGNORE_CASE: false, SEARCH_PATH: '$current, $public' },
}

const signedBy = (token: string) => ({ authorization: `Snowflake Token="${token}"` })
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function replyOf(answer: Answer): Reply {
  const reply = jsonOf(answer)
  if (typeof reply === 'object' && reply !== null && 'success' in reply) return reply as Reply
  const text = `The service does not answer as Snowflake does (HTTP ${answer.status}).`
  throw new SnowflakeFailure(text, String(answer.status))
}

function contentOf({ success, code, message, data }: Reply): NonNullable<Reply['data']> {
  if (success === true && data) return data
  throw new SnowflakeFailure(message ?? 'The service gives no reason.', String(data?.errorCode ?? code ?? ''))
}
