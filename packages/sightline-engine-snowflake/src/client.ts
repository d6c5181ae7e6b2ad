import type { Socket } from 'node:net'
import { qualifiedName } from '../../../src/query/dialect.ts'
import { arrowBatches } from '../../kit/arrow/stream.ts'
import { Https, unpacked } from '../../kit/https.ts'
import { OwnFunctions } from '../../kit/own-functions.ts'
import { PUBLIC, type SnowflakeAddress } from './address.ts'
import { snowflakeDialect } from './dialect.ts'
import { orNothing, SnowflakeFailure } from './errors.ts'
import { type Result, Session, type Statement } from './session.ts'
import { arrowCells, jsonCell, type WireColumn } from './types.ts'

type Cells = readonly (string | number | boolean | null)[]

const ASK_MS = 30_000
/** Schemas that have a session of their own at once. */
const MOST_SESSIONS = 8
const ROWS_AT_ONCE = 2_000
const GZIP = 0x1f

/** An account of the service: a session for each schema in which names are looked up. */
export class SnowflakeClient {
  readonly address: SnowflakeAddress
  readonly #https: Https
  readonly #sessions = new Map<string, Session>()
  /** A call without a schema looks in the one at hand, then in that of the database. */
  readonly ownFunctions = new OwnFunctions(async (schema) =>
    (await Promise.all([...new Set([schema, PUBLIC])].map((one) => this.#functionsIn(one)))).flat(),
  )

  constructor(address: SnowflakeAddress, socket: () => Socket) {
    const { isVerified, connectTimeoutMs } = address
    this.address = address
    this.#https = new Https({ label: snowflakeDialect.label, socket, isVerified, connectTimeoutMs })
  }

  session(schema: string | null): Session {
    const name = schema || (this.address.schema ?? '')
    const known = this.#sessions.get(name)
    this.#sessions.delete(name)
    const session = known ?? new Session(this.#https, this.address, name || null)
    this.#sessions.set(name, session)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined) {
      void this.#sessions.get(oldest)?.close()
      this.#sessions.delete(oldest)
    }
    return session
  }

  /** Rows of a short question of the product itself, by the names of their columns in small letters. */
  async ask(sql: string, schema: string | null = null): Promise<readonly Readonly<Record<string, string | null>>[]> {
    const result = await this.session(schema).ask({ sql, timeoutMs: ASK_MS, signal: AbortSignal.timeout(ASK_MS) })
    const rows: Readonly<Record<string, string | null>>[] = []
    for await (const batch of this.batches(result, AbortSignal.timeout(ASK_MS)))
      for (const cells of batch) rows.push(named(result.rowtype ?? [], cells))
    return rows
  }

  run(statement: Statement, schema: string | null): Promise<Result> {
    return this.session(schema).ask(statement)
  }

  /** The rows of an answer: those in it, then those in the files beside it. */
  async *batches(result: Result, signal: AbortSignal): AsyncGenerator<readonly Cells[]> {
    const columns = result.rowtype ?? []
    const isArrow = result.queryResultFormat === 'arrow'
    if (isArrow) yield* arrowRows(Buffer.from(result.rowsetBase64 ?? '', 'base64'), columns)
    else yield jsonRows(result.rowset ?? [], columns)
    for (const { url } of result.chunks ?? []) {
      const bytes = await this.#chunk(url, result, signal)
      if (isArrow) yield* arrowRows(bytes, columns)
      else yield jsonRows(JSON.parse(`[${bytes}]`) as (string | null)[][], columns)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
    this.#https.close()
  }

  /** Names of the functions that users have made in a schema. */
  async #functionsIn(schema: string): Promise<readonly string[]> {
    const place = qualifiedName(snowflakeDialect, [this.address.database, schema])
    const rows = await this.ask(`SHOW USER FUNCTIONS IN SCHEMA ${place}`).catch(orNothing)
    return rows.map(({ name }) => String(name))
  }

  async #chunk(url: string, { chunkHeaders, qrmk }: Result, signal: AbortSignal): Promise<Buffer> {
    const headers = chunkHeaders ?? (qrmk ? keyHeaders(qrmk) : {})
    const answer = await this.#https.file(this.address.origin, { url, headers, signal })
    if (answer.status !== 200)
      throw new SnowflakeFailure(`A part of the answer cannot be fetched (HTTP ${answer.status}).`, '')
    return answer.bytes[0] === GZIP ? unpacked(answer.bytes) : answer.bytes
  }
}

const keyHeaders = (key: string) => ({
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': key,
})

const named = (columns: readonly WireColumn[], cells: Cells) =>
  Object.fromEntries(
    columns.map(({ name }, i) => [name.toLowerCase(), cells[i] === null ? null : String(cells[i] ?? '')]),
  )

const jsonRows = (rows: readonly (readonly (string | null)[])[], columns: readonly WireColumn[]): readonly Cells[] =>
  rows.map((row) => columns.map((column, i) => jsonCell(row[i] ?? null, column)))

function* arrowRows(bytes: Buffer, columns: readonly WireColumn[]): Generator<readonly Cells[]> {
  for (const { length, columns: values } of arrowBatches(bytes)) {
    const cells = values.map((value, i) => arrowCells(columns[i] ?? { name: value.field.name, type: 'text' }, value))
    for (let from = 0; from < length; from += ROWS_AT_ONCE)
      yield Array.from({ length: Math.min(ROWS_AT_ONCE, length - from) }, (_, row) =>
        cells.map((cell) => cell(from + row)),
      )
  }
}
