import type { FieldPacket, PoolConnection } from 'mysql2'
import type { ResultColumn } from '../driver.ts'
import type { ReadDone, Reading } from '../network-driver.server.ts'
import { type ResultSink, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { cellWriter } from './cells.ts'
import { mysqlDialect } from './dialect.ts'
import type { Worker } from './lease.server.ts'
import { type Encoding, encodingOf, typeText, type WireField } from './types.ts'

const FIRST_ROWS = 100
const MIN_ROWS = 50
const MAX_ROWS = 5_000
/** Rows are sent on in batches of about this many characters. */
const BATCH_CHARACTERS = 256 * 1024
/** Rows beyond the limit that are waited for before the statement is left alone. */
const PATIENCE_ROWS = 10

type Row = readonly (string | null)[]

/** Reads the rows of one statement as they come and writes them as JSON; waits for a slow reader. */
export function readRows(worker: Worker, reading: Reading, sink: ResultSink): Promise<ReadDone> {
  return new Promise((resolve, reject) => new RowReader(worker, reading, sink, { resolve, reject }).start())
}

interface Settle {
  resolve(done: ReadDone): void
  reject(cause: unknown): void
}

class RowReader {
  readonly #worker: Worker
  readonly #reading: Reading
  readonly #sink: ResultSink
  readonly #settle: Settle
  #emitter: RowEmitter<string> | null = null
  #encodings: readonly Encoding[] = []
  #batch: Row[] = []
  #batchSize = FIRST_ROWS
  #cell = -1
  #skipped = 0
  /** Rows are sent on one after another; the connection is paused meanwhile. */
  #sending: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(worker: Worker, reading: Reading, sink: ResultSink, settle: Settle) {
    this.#worker = worker
    this.#reading = reading
    this.#sink = sink
    this.#settle = settle
  }

  start() {
    const { connection } = this.#worker
    const query = connection.query({
      sql: this.#reading.sql,
      rowsAsArray: true,
      typeCast: (field) => this.#read(field),
    })
    query.on('fields', (fields: FieldPacket[] | undefined) => {
      if (fields && this.#emitter === null) this.#paused(() => this.#begin(fields as unknown as WireField[]))
      else this.#fail(new Error('The statement gave no single result.'))
    })
    query.on('result', (row: unknown) => {
      if (Array.isArray(row)) this.#add(row as Row)
    })
    // A connection that is cut tells only itself, not the statement; the lease notices.
    query.on('error', (cause: Error) => this.#fail(cause))
    query.on('end', () => {
      this.#sending.then(() => this.#finish()).catch((cause) => this.#fail(cause))
    })
  }

  /** The driver asks for the cells of a row in their order. */
  #read(field: { string(encoding?: BufferEncoding): string | null; buffer(): Buffer | null }): string | null {
    this.#cell = this.#cell + 1 === this.#encodings.length ? 0 : this.#cell + 1
    switch (this.#encodings[this.#cell]) {
      case 'bytes':
        return field.buffer()?.toString('hex') ?? null
      case 'text':
        return field.string('utf8')
      default:
        return field.string('latin1')
    }
  }

  async #begin(fields: readonly WireField[]): Promise<void> {
    this.#encodings = fields.map(encodingOf)
    const names = uniqueNames(fields.map(({ name }) => name))
    const columns = fields.map((field, i): ResultColumn => {
      const type = typeText(field)
      return { name: names[i] ?? field.name, type, generic: mysqlDialect.genericOf(type) }
    })
    const cells = fields.map((field) => cellWriter(field, this.#reading.cells))
    this.#emitter = new RowEmitter(columns, cells, this.#reading, this.#sink)
    await this.#sink.onColumns(columns)
  }

  #add(row: Row) {
    const { maxRows, progress } = this.#reading
    if (maxRows !== null && progress.rows + this.#batch.length >= maxRows) {
      this.#skipped += 1
      const { abandon } = this.#worker
      if (this.#skipped === PATIENCE_ROWS && abandon !== null) this.#leave(abandon)
      return
    }
    this.#batch.push(row)
    if (this.#batch.length >= this.#batchSize) this.#paused(() => this.#send())
  }

  async #send(): Promise<void> {
    const rows = this.#batch
    this.#batch = []
    this.#reading.progress.rows += rows.length
    const characters = (await this.#emitter?.add(rows)) ?? 0
    const fitting = Math.floor(BATCH_CHARACTERS / Math.max(1, characters / Math.max(1, rows.length)))
    this.#batchSize = Math.min(MAX_ROWS, Math.max(MIN_ROWS, fitting))
  }

  /** Does work while the server waits. */
  #paused(work: () => Promise<void>) {
    const { connection } = this.#worker
    connection.pause()
    this.#sending = this.#sending.then(work).then(() => {
      if (!this.#isOver) resume(connection)
    })
    this.#sending.catch((cause) => this.#fail(cause))
  }

  /** There are more rows than wanted, and the server would go on. */
  #leave(abandon: () => void) {
    abandon()
    this.#worker.connection.pause()
    this.#sending.then(() => this.#finish()).catch((cause) => this.#fail(cause))
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return
    const emitter = this.#emitter
    if (!emitter) throw new Error('The statement gave no rows.')
    await this.#send()
    await emitter.finish()
    if (this.#isOver) return
    this.#isOver = true
    const { progress } = this.#reading
    this.#settle.resolve({ columns: emitter.described(), rowCount: progress.rows, isCut: this.#skipped > 0 })
  }

  #fail(cause: unknown) {
    if (this.#isOver) return
    this.#isOver = true
    this.#settle.reject(cause)
  }
}

const resume = (connection: PoolConnection) => connection.resume()
