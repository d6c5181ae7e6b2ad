import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseExact } from '../exact-json.ts'
import type { HttpAddress } from '../http-address.ts'
import { bodyText, type HttpClient, httpClient } from '../http-client.server.ts'
import { DIRECT_WAY, type NetworkWay } from '../network-way.server.ts'
import { ClickhouseFailure, failureIn, isLockedFailure } from './errors.ts'

/** One statement for the server. */
interface Statement {
  readonly sql: string
  readonly database: string | null
  readonly format: string
  /** The statement may change data, or its session. */
  readonly isWrite?: boolean
  /** The session that it belongs to; without it nothing is there before and nothing is left after it. */
  readonly session?: SessionPart
  readonly timeoutMs: number
  /** Values for `{name:Type}` in the text. */
  readonly values?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** A session by its name, and what this statement is in it. */
export interface SessionPart {
  readonly id: string
  readonly step: 'first' | 'next' | 'last'
}

/** What the account's profile lets a request say: everything, everything but `readonly`, or no setting at all. */
type Latitude = 'free' | 'limited' | 'fixed'

const ASK_MS = 20_000
const KILL_MS = 5_000
/** How long the server keeps a session that nobody ends. Its own longest time is an hour, or what its owner says. */
const SESSION_KEPT_S = 300
const LOCK_PAUSE_MS = 50
const LOCK_MS = 10_000
const ROWS_FORMAT = 'JSONCompactEachRow'

/**
 * A ClickHouse server behind its HTTP interface. Every statement is a request of its own; nothing is kept between those
 * without a session.
 */
export class ClickhouseClient {
  readonly address: HttpAddress
  readonly #http: HttpClient
  #latitude: Promise<Latitude> | null = null

  constructor(address: HttpAddress, way: NetworkWay = DIRECT_WAY) {
    this.address = address
    this.#http = httpClient(address, way)
  }

  close() {
    this.#http.close()
  }

  /** Rows of a short question of the product itself, each a list of cells. Throws `ClickhouseFailure`. */
  async ask(
    sql: string,
    values: Readonly<Record<string, string>> = {},
    database: string | null = null,
  ): Promise<readonly (readonly unknown[])[]> {
    const signal = AbortSignal.timeout(ASK_MS)
    const statement = { sql, database, format: ROWS_FORMAT, timeoutMs: ASK_MS, values, signal }
    const text = await bodyText(await this.send(statement))
    const lines = text.split('\n').filter((line) => line !== '')
    const odd = lines.find((line) => !line.startsWith('['))
    if (odd !== undefined) throw failureIn(text) ?? new ClickhouseFailure(0, `The server answered: ${odd}`)
    return lines.map((line) => parseExact(line) as readonly unknown[])
  }

  /** Sends a statement; the answer's body is unread. When the signal ends, so does the statement on the server. */
  async send(statement: Statement): Promise<IncomingMessage> {
    const settings = settingsFor(await this.#knownLatitude(), statement)
    statement.signal.throwIfAborted()
    const id = randomUUID()
    const kill = () => void this.#kill(id)
    statement.signal.addEventListener('abort', kill, { once: true })
    const response = await this.#unlocked(statement, { ...settings, query_id: id }).catch((cause: unknown) => {
      statement.signal.removeEventListener('abort', kill)
      throw cause
    })
    response.once('close', () => statement.signal.removeEventListener('abort', kill))
    return response
  }

  /** A session serves one statement at a time; one that was left a moment ago may still be ending on the server. */
  async #unlocked(statement: Statement, settings: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const until = performance.now() + LOCK_MS
    for (;;) {
      try {
        return await this.#post(statement, settings)
      } catch (cause) {
        if (!isLockedFailure(cause) || performance.now() > until) throw cause
        await pause(LOCK_PAUSE_MS, null, { signal: statement.signal })
      }
    }
  }

  async #post(
    { sql, database, format, values = {}, isWrite = false, session, signal }: Statement,
    settings: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const query = new URLSearchParams({ default_format: format, ...settings, ...sessionWords(session) })
    const place = database ?? this.address.database
    if (place !== '') query.set('database', place)
    for (const [name, value] of Object.entries(values)) query.set(`param_${name}`, tabText(value))
    const { user, password } = this.address
    const response = await this.#http.send({
      method: 'POST',
      path: `/?${query}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'text/plain; charset=utf-8',
        'user-agent': 'sightline',
      },
      body: sql,
      isRepeatable: !isWrite,
      signal,
    })
    if (response.statusCode === 200) return response
    const text = await bodyText(response)
    throw failureIn(text) ?? notClickhouse(response.statusCode)
  }

  /** False for an account whose profile lets nothing be set. */
  async takesSettings(): Promise<boolean> {
    return (await this.#knownLatitude()) !== 'fixed'
  }

  #knownLatitude(): Promise<Latitude> {
    this.#latitude ??= this.#askLatitude().catch((cause: unknown) => {
      this.#latitude = null
      throw cause
    })
    return this.#latitude
  }

  /** A profile that is read-only already takes no word about it. */
  async #askLatitude(): Promise<Latitude> {
    const signal = AbortSignal.timeout(ASK_MS)
    const sql = "SELECT toString(getSetting('readonly'))"
    const statement = { sql, database: null, format: ROWS_FORMAT, timeoutMs: ASK_MS, signal }
    const text = await bodyText(await this.#post(statement, {}))
    if (text.startsWith('["0"]')) return 'free'
    if (text.startsWith('["2"]')) return 'limited'
    if (text.startsWith('["1"]')) return 'fixed'
    throw failureIn(text) ?? notClickhouse(200)
  }

  /**
   * The closed connection ends a statement that has progress to report; any other is ended by name. Best effort: an
   * account that may not read system.processes has to wait for the time limit that went with the statement.
   */
  async #kill(id: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(KILL_MS)
      const sql = `KILL QUERY WHERE query_id = '${id}' ASYNC`
      const statement = { sql, database: null, format: ROWS_FORMAT, timeoutMs: KILL_MS, signal }
      await bodyText(await this.#post(statement, {}))
    } catch {
      return
    }
  }
}

/** The clock of statements without a session, and of a session when it begins. */
export const CLOCK = { session_timezone: 'UTC' }

/** A session that is not there any more is told of, instead of being made anew without what was set in it. */
function sessionWords(session: SessionPart | undefined): Record<string, string> {
  if (session === undefined) return {}
  const { id, step } = session
  if (step === 'first') return { session_id: id, session_timeout: String(SESSION_KEPT_S) }
  return { session_id: id, session_check: '1', ...(step === 'last' ? { close_session: '1' } : {}) }
}

/** The server reads 256 KiB of a statement unless it is told to read more; a character has four bytes at most. */
const ORDINARY_CHARACTERS = 60_000
const LONGEST_BYTES = 64 * 1024 * 1024

/** Exact numbers, times in UTC where a column names no zone, and limits, as far as the profile takes settings. */
function settingsFor(
  latitude: Latitude,
  { sql, isWrite = false, timeoutMs, session }: Statement,
): Record<string, string> {
  if (latitude === 'fixed') return {}
  return {
    ...(latitude === 'free' && !isWrite ? { readonly: '1' } : {}),
    // A session has a clock of its own.
    ...(session === undefined ? CLOCK : {}),
    // Weeks and months of times before 1970 would else be other ones, without a word.
    enable_extended_results_for_datetime_functions: '1',
    ...(sql.length > ORDINARY_CHARACTERS ? { max_query_size: String(LONGEST_BYTES) } : {}),
    max_execution_time: String(Math.max(1, Math.ceil(timeoutMs / 1000))),
    timeout_overflow_mode: 'throw',
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_decimals: '1',
    output_format_json_quote_denormals: '1',
  }
}

/** A value in the server's own tab-separated text. */
export const tabText = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')

const notClickhouse = (status: number | undefined) =>
  new ClickhouseFailure(0, `The server does not answer as ClickHouse does (HTTP ${status}).`)
