import type { Dialect } from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { guardedSocket } from '../guarded-socket.server.ts'
import { RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { type HostedRequest, hostWorker } from '../worker-host.server.ts'
import type { RunDone, RunMessage } from '../worker-protocol.ts'
import { cellWriter } from './cells.ts'
import type { EngineDatabase, EngineModule, EnginePackage } from './contract.server.ts'
import { type About, failureOf } from './failure.server.ts'
import { packagedWorkerSettings } from './settings.ts'

hostWorker(async () => {
  const settings = packagedWorkerSettings.parse(JSON.parse(process.env.SIGHTLINE_WORKER ?? '{}'))
  const { dialect } = (await import(settings.entry)) as EnginePackage
  const { open } = (await import(settings.worker)) as EngineModule
  const { uri, path, isReadOnly } = settings
  // What is wrong with an address is said to whoever asks, with the field of the form that it points at.
  const opened = open({ uri, path, isReadOnly, socket: guardedSocket })
  await opened.catch(() => {})
  return {
    run: (message, request) =>
      opened
        .then((database) => run(database, dialect, message, request))
        .catch((cause: unknown) => {
          throw new FailedStatement(cause, { sql: message.sql, isJudged: false })
        }),
    call: (name, args) =>
      opened
        .then((database) => answer(database, name, args))
        .catch((cause: unknown) => {
          const { sql } = (args ?? {}) as Readonly<Record<string, string>>
          throw sql === undefined ? cause : new FailedStatement(cause, { sql, isJudged: name === 'judge' })
        }),
    failureOf: (error, isStopped) =>
      error instanceof FailedStatement
        ? failureOf(error.cause, isStopped, dialect, error.about)
        : failureOf(error, isStopped, dialect, null),
  }
})

/** What went wrong with a text. */
class FailedStatement extends Error {
  readonly about: About
  constructor(cause: unknown, about: About) {
    super('', { cause })
    this.about = about
  }
}

async function run(
  database: EngineDatabase,
  dialect: Dialect,
  message: RunMessage,
  request: HostedRequest,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const stop = new AbortController()
  request.onStop(() => stop.abort())
  const { sql, schema, maxRows, timeoutMs } = message
  const statement = { sql, schema, maxRows, timeoutMs, signal: stop.signal }
  if (!message.isReadOnly) return { columns: [], rowCount: 0, isCut: false, changed: await database.change(statement) }
  const { columns: given, rows } = await database.read(statement)
  const batches = batchesOf(rows)
  const first = await batches.next()
  const names = uniqueNames(given.map(({ name }) => name))
  const columns = given.map(({ name, type }, i) => ({
    name: names[i] ?? name,
    type,
    generic: type === null ? genericOfValues(first.done ? [] : first.value, i) : dialect.genericOf(type),
  }))
  request.columns(columns)
  const cells = columns.map(({ generic }) => cellWriter(generic, message.cells))
  const limits = { shape: message.shape, maxCharacters: message.maxBytes }
  const emitter = new RowEmitter(columns, cells, limits, {
    onColumns: () => {},
    onBytes: (bytes, count) => request.rows(bytes, count),
  })
  const { rowCount, isCut } = await emitted(emitter, withFirst(first, batches), maxRows, request)
  await emitter.finish()
  return { columns: emitter.described(), rowCount, isCut, changed: null }
}

type Batch = readonly (readonly unknown[])[]

async function* batchesOf(rows: AsyncIterable<Batch> | Iterable<Batch>): AsyncGenerator<Batch, void> {
  yield* rows
}

async function* withFirst(first: IteratorResult<Batch, void>, rest: AsyncGenerator<Batch, void>) {
  if (!first.done) yield first.value
  yield* rest
}

const KINDS: Readonly<Record<string, GenericType>> = {
  number: GENERIC.number,
  bigint: GENERIC.number,
  boolean: GENERIC.boolean,
  string: GENERIC.text,
}

/** What a column without a type holds, by its first value. */
const genericOfValues = (rows: Batch, column: number): GenericType | null =>
  KINDS[typeof rows.find((row) => row[column] !== null)?.[column]] ?? null

async function emitted(
  emitter: RowEmitter<unknown>,
  batches: AsyncIterable<Batch>,
  maxRows: number | null,
  request: HostedRequest,
): Promise<{ readonly rowCount: number; readonly isCut: boolean }> {
  let rowCount = 0
  for await (const batch of batches) {
    if (request.isStopped()) throw new Error('stopped')
    const room = maxRows === null ? batch.length : maxRows - rowCount
    const kept = batch.slice(0, room)
    rowCount += kept.length
    await emitter.add(kept)
    if (batch.length > room) return { rowCount, isCut: true }
    request.progress({ percent: null, rows: rowCount })
  }
  return { rowCount, isCut: false }
}

async function answer(database: EngineDatabase, name: string, args: unknown): Promise<unknown> {
  const { sql = '', table = '', ...place } = (args ?? {}) as Readonly<Record<string, string>>
  const schema = place.schema ?? ''
  switch (name) {
    case 'judge':
      return { ...(await database.judge(sql, place.schema ?? null)), isTiny: false, hasLimit: true }
    case 'schemas':
      return database.schemas()
    case 'tables':
      return database.tables(schema)
    case 'table':
      return database.table(schema, table)
    case 'functions':
      return database.functions()
    case 'estimate':
      return database.estimate(sql, schema)
    default:
      return null
  }
}
