import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { ResultColumn } from '../driver.ts'
import { parseExact } from '../exact-json.ts'
import { cutOff } from '../http-client.server.ts'
import type { ReadDone, Reading } from '../network-driver.server.ts'
import { type ResultSink, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { cellWriter } from './cells.ts'
import { clickhouseDialect } from './dialect.ts'
import { ClickhouseFailure, failureIn } from './errors.ts'
import type { Sender } from './session.server.ts'

/** Lines of progress, one of columns, then rows. Servers that do not know it give columns and rows in another one. */
const FORMAT = 'JSONCompactEachRowWithProgress'
const OLDER_FORMAT = 'JSONCompactEachRowWithNamesAndTypes'
const UNKNOWN_FORMAT = 73

/** Reads the rows of one statement and writes them as JSON; stops the server when it has enough. */
export async function readRows(
  client: Sender,
  reading: Reading,
  sink: ResultSink,
  signal: AbortSignal,
): Promise<ReadDone> {
  const statement = { sql: reading.sql, database: reading.schema, timeoutMs: reading.timeoutMs }
  const enough = new AbortController()
  const both = AbortSignal.any([signal, enough.signal])
  const response = await client.send({ ...statement, format: FORMAT, signal: both }).catch((cause: unknown) => {
    if (!(cause instanceof ClickhouseFailure) || cause.code !== UNKNOWN_FORMAT) throw cause
    return client.send({ ...statement, format: OLDER_FORMAT, signal: both })
  })
  const reader = new Reader(reading, sink)
  try {
    for await (const lines of linesOf(response)) if ((await reader.take(lines)) === 'enough') break
    signal.throwIfAborted()
    return await reader.finish()
  } catch (cause) {
    signal.throwIfAborted()
    // A server that fails after rows says so, and then breaks the answer off.
    throw reader.failure() ?? cause
  } finally {
    if (!response.complete) enough.abort()
    response.destroy()
  }
}

/** Whole lines, as many as came together. Throws for an answer that was cut off. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(piece)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
    }
  } finally {
    if (rest !== '' && (response.complete || !/^[[{]/.test(rest))) yield [rest]
  }
  if (!response.complete) throw cutOff()
}

type Row = readonly unknown[]
const ROW = '{"row":'

class Reader {
  readonly #reading: Reading
  readonly #sink: ResultSink
  #emitter: RowEmitter<unknown> | null = null
  #names: readonly string[] | null = null
  /** Text of a failure that came after rows. */
  #failure: string[] = []
  #isCut = false

  constructor(reading: Reading, sink: ResultSink) {
    this.#reading = reading
    this.#sink = sink
  }

  async take(lines: readonly string[]): Promise<'enough' | 'more'> {
    const rows: Row[] = []
    for (const line of lines) {
      const row = this.#failure.length > 0 ? null : await this.#line(line)
      if (row) rows.push(row)
      else if (this.#failure.length > 0) this.#failure.push(line)
    }
    await this.#emit(rows)
    return this.#isCut ? 'enough' : 'more'
  }

  /** What the server told in the middle of its answer, null when it told nothing. */
  failure(): ClickhouseFailure | null {
    return failureIn(this.#failure.join('\n'))
  }

  async finish(): Promise<ReadDone> {
    if (this.#failure.length > 0) throw this.failure() ?? cutOff()
    if (this.#emitter === null) throw cutOff()
    await this.#emitter.finish()
    return { columns: this.#emitter.described(), rowCount: this.#reading.progress.rows, isCut: this.#isCut }
  }

  /** Gives the row of a line, null for a line that holds none. */
  async #line(line: string): Promise<Row | null> {
    if (line === '') return null
    if (line.startsWith(ROW)) return parseExact(line.slice(ROW.length, -1)) as Row
    if (line.startsWith('[')) return this.#bareLine(parseExact(line) as Row)
    if (line.startsWith('{')) await this.#head(JSON.parse(line) as Head)
    else this.#failure.push(line)
    return null
  }

  /** Two lines of names and types come before rows without a mark. */
  async #bareLine(cells: Row): Promise<Row | null> {
    if (this.#emitter !== null) return cells
    if (this.#names === null) this.#names = cells.map(String)
    else await this.#open(this.#names.map((name, i) => ({ name, type: String(cells[i]) })))
    return null
  }

  async #head({ meta, progress, exception }: Head): Promise<void> {
    if (exception !== undefined) this.#failure.push(exception)
    if (meta) await this.#open(meta)
    const total = Number(progress?.total_rows_to_read ?? 0)
    if (total > 0) this.#reading.progress.percent = Math.min(100, (Number(progress?.read_rows ?? 0) / total) * 100)
  }

  async #open(meta: readonly { readonly name: string; readonly type: string }[]): Promise<void> {
    const names = uniqueNames(meta.map(({ name }) => name))
    const columns = meta.map(
      ({ name, type }, i): ResultColumn => ({
        name: names[i] ?? name,
        type,
        generic: clickhouseDialect.genericOf(type),
      }),
    )
    const cells = meta.map(({ type }) => cellWriter(type, this.#reading.cells))
    this.#emitter = new RowEmitter(columns, cells, this.#reading, this.#sink)
    await this.#sink.onColumns(columns)
  }

  async #emit(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0 || this.#emitter === null) return
    const { maxRows, progress } = this.#reading
    const room = maxRows === null ? rows.length : maxRows - progress.rows
    this.#isCut = rows.length > room
    const given = this.#isCut ? rows.slice(0, room) : rows
    progress.rows += given.length
    await this.#emitter.add(given)
  }
}

interface Head {
  readonly meta?: readonly { readonly name: string; readonly type: string }[]
  readonly progress?: { readonly read_rows?: string; readonly total_rows_to_read?: string }
  readonly exception?: string
}
