import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import type { ResultColumn } from '../driver.ts'
import type { ReadDone, Reading } from '../network-driver.server.ts'
import type { ResultSink } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { failureOf } from './errors.ts'
import { Messages } from './messages.server.ts'
import { type Field, fieldsOf, RowEncoder } from './row-encoder.server.ts'
import { type Extended, type Opening, sendOpening } from './session.server.ts'
import { genericOfName, modifierText, typeText } from './types.ts'

const PIECE_BYTES = 128 * 1024
/** Rows that are few are not held back longer. */
const HELD_MS = 200
/** Pieces of what the server sent that may wait for the reader. */
const WAITING = 4

const DATA_ROW = 0x44
const ROW_DESCRIPTION = 0x54
const NO_DATA = 0x6e
const EMPTY = 0x49
const READY = 0x5a
/** An error, a notice, a setting, a notification: a matter of the driver. */
const DRIVERS = new Set([0x45, 0x4e, 0x53, 0x41])

/** Names of types by their numbers. */
type TypeNames = (oids: readonly number[]) => Promise<(oid: number) => string>
type Connection = Extended & { readonly stream: Socket }
type Listener = (data: Buffer) => void

interface Settle {
  resolve(done: ReadDone): void
  reject(cause: unknown): void
}

/**
 * Opens a transaction, runs one statement in it and writes its rows as JSON from the bytes that the server sends; all of
 * it is asked for at once, and what fails keeps the rest from running. A statement that is asked for all of its rows,
 * not through a cursor, may be planned for several processes of the server.
 */
export function readRows(
  client: PoolClient,
  ask: { readonly reading: Reading; readonly opening: Opening },
  typeNames: TypeNames,
  sink: ResultSink,
  signal: AbortSignal,
): Promise<ReadDone> {
  return new Promise((resolve, reject) => {
    const stopped = new Promise<void>((stop) => signal.addEventListener('abort', () => stop(), { once: true }))
    const emitter = new Emitter(ask.reading, typeNames, sink, stopped)
    client.query(new Answer(ask, emitter, { resolve, reject }) as unknown as { submit(connection: unknown): void })
    if (signal.aborted) emitter.drop()
    else void stopped.then(() => emitter.drop())
  })
}

/** The answer to one question, read from the socket itself; everything but rows is left to the driver. */
class Answer {
  readonly #ask: { readonly reading: Reading; readonly opening: Opening }
  readonly #emitter: Emitter
  readonly #settle: Settle
  readonly #messages = new Messages()
  readonly #waiting: Buffer[] = []
  #stream: Socket | null = null
  #drivers: readonly Listener[] = []
  #wake: (() => void) | null = null
  #isLost = false

  constructor(ask: { readonly reading: Reading; readonly opening: Opening }, emitter: Emitter, settle: Settle) {
    this.#ask = ask
    this.#emitter = emitter
    this.#settle = settle
  }

  submit(connection: Connection) {
    const { stream } = connection
    this.#stream = stream
    this.#drivers = stream.listeners('data') as Listener[]
    stream.removeAllListeners('data').on('data', this.#onData)
    stream.cork()
    sendOpening(connection, this.#ask.opening)
    const { sql, maxRows } = this.#ask.reading
    connection.parse({ name: '', text: sql, types: [] })
    connection.bind({ portal: '', statement: '', values: [], binary: false })
    connection.describe({ type: 'P', name: '' })
    // One row more than wanted tells whether there is more.
    connection.execute({ portal: '', rows: maxRows === null ? 0 : maxRows + 1 })
    connection.sync()
    stream.uncork()
    this.#follow().catch((cause: unknown) => {
      this.#fail(cause)
      // Nobody reads on, so that the server must not wait for that.
      stream.destroy()
    })
  }
  /** Called by the driver with what the server said, and when the connection is gone. */
  handleError(cause: unknown) {
    this.#isLost = failureOf(cause) === null
    this.#fail(cause)
    if (this.#isLost) this.#wake?.()
  }
  handleReadyForQuery() {}

  #fail(cause: unknown) {
    this.#emitter.drop()
    this.#settle.reject(cause)
  }
  readonly #onData = (data: Buffer) => {
    this.#waiting.push(data)
    if (this.#waiting.length >= WAITING) this.#stream?.pause()
    this.#wake?.()
  }
  async #arrived(): Promise<Buffer | null> {
    while (this.#waiting.length === 0 && !this.#isLost) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = null
    }
    const data = this.#waiting.shift() ?? null
    if (this.#waiting.length === 0 && this.#stream?.isPaused()) this.#stream.resume()
    return data
  }
  async #follow(): Promise<void> {
    const messages = this.#messages
    for (let data = await this.#arrived(); data !== null; data = await this.#arrived()) {
      messages.push(data)
      while (this.#nextButRows()) {
        if (messages.kind === READY) return this.#end()
        await this.#handle(messages.kind)
      }
      await this.#emitter.give(false)
    }
  }
  /** Takes rows, up to a message of another kind. */
  #nextButRows(): boolean {
    const messages = this.#messages
    while (messages.next()) {
      if (messages.kind !== DATA_ROW) return true
      this.#emitter.add(messages.bytes, messages.from)
    }
    return false
  }
  async #handle(kind: number): Promise<void> {
    if (kind === ROW_DESCRIPTION) await this.#emitter.open(fieldsOf(this.#messages.whole))
    else if (kind === NO_DATA || kind === EMPTY) await this.#emitter.open([])
    else if (DRIVERS.has(kind)) this.#forward()
  }
  #forward() {
    for (const driver of this.#drivers) driver.call(this.#stream, this.#messages.whole)
  }
  async #end(): Promise<void> {
    const stream = this.#stream
    stream?.off('data', this.#onData)
    for (const driver of this.#drivers) stream?.on('data', driver)
    if (stream?.isPaused()) stream.resume()
    this.#forward()
    await this.#emitter.give(true)
    this.#settle.resolve(this.#emitter.done())
  }
}

/** Writes rows and gives them on, until nobody wants them any more. */
class Emitter {
  readonly #reading: Reading
  readonly #typeNames: TypeNames
  readonly #sink: ResultSink
  readonly #stopped: Promise<void>
  #encoder: RowEncoder | null = null
  #given = 0
  #givenAt = 0
  #isCut = false
  #isDropping = false

  constructor(reading: Reading, typeNames: TypeNames, sink: ResultSink, stopped: Promise<void>) {
    this.#reading = reading
    this.#typeNames = typeNames
    this.#sink = sink
    this.#stopped = stopped
  }

  drop() {
    this.#isDropping = true
  }
  async open(fields: readonly Field[]): Promise<void> {
    if (this.#isDropping || this.#encoder) return
    const nameOf = await this.#typeNames(fields.map((field) => field.type))
    const encoder = new RowEncoder(
      columnsOf(fields, nameOf),
      fields.map((field) => nameOf(field.type)),
      this.#reading,
    )
    this.#encoder = encoder
    await this.#unlessStopped(this.#sink.onColumns(encoder.columns))
  }
  add(bytes: Buffer, from: number) {
    const { progress, maxRows } = this.#reading
    if (this.#isDropping || this.#encoder === null) return
    this.#isCut = progress.rows === maxRows
    if (this.#isCut) return
    this.#encoder.add(bytes, from)
    progress.rows += 1
  }
  /** Gives on what is held when it is enough, or all of it at the end. */
  async give(isEnd: boolean): Promise<void> {
    const encoder = this.#encoder
    if (this.#isDropping || encoder === null) return
    encoder.checkSize()
    const held = this.#reading.progress.rows - this.#given
    const isDue = this.#given === 0 || encoder.length >= PIECE_BYTES || performance.now() - this.#givenAt > HELD_MS
    if (held > 0 && (isEnd || isDue)) await this.#giveRows(encoder, held)
    if (isEnd) for (const piece of encoder.finish()) await this.#unlessStopped(this.#sink.onBytes(piece, 0))
  }
  done(): ReadDone {
    const columns = this.#encoder?.described() ?? []
    return { columns, rowCount: this.#reading.progress.rows, isCut: this.#isCut }
  }

  async #giveRows(encoder: RowEncoder, count: number): Promise<void> {
    this.#given += count
    this.#givenAt = performance.now()
    const piece = encoder.take()
    if (piece === null) return
    await this.#unlessStopped(this.#sink.onBytes(piece, count))
    if (this.#reading.shape === 'rows') encoder.reuse()
  }
  async #unlessStopped(work: void | Promise<void>): Promise<void> {
    await Promise.race([work, this.#stopped])
  }
}

function columnsOf(fields: readonly Field[], nameOf: (oid: number) => string): readonly ResultColumn[] {
  const names = uniqueNames(fields.map((field) => field.name))
  return fields.map((field, i) => {
    const type = nameOf(field.type)
    return {
      name: names[i] ?? field.name,
      type: `${typeText(type)}${modifierText(field.type, field.modifier)}`,
      generic: genericOfName(type),
    }
  })
}
