import type { Dialect } from '../../query/dialect.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import { ISSUE_CODES } from '../../wire/problem.ts'
import { guardedSocket } from '../guarded-socket.server.ts'
import { ResultTooLarge, RowEmitter } from '../row-emitter.ts'
import { uniqueNames } from '../unique-names.ts'
import { type HostedRequest, hostWorker } from '../worker-host.server.ts'
import type { RunDone, RunMessage, WorkerFailure } from '../worker-protocol.ts'
import { cellWriter } from './cells.ts'
import type { EngineDatabase, EngineModule, EnginePackage } from './contract.server.ts'
import { packagedWorkerSettings } from './settings.ts'

hostWorker(async () => {
  const settings = packagedWorkerSettings.parse(JSON.parse(process.env.SIGHTLINE_WORKER ?? '{}'))
  const { dialect } = (await import(settings.entry)) as EnginePackage
  const { open } = (await import(settings.worker)) as EngineModule
  const { uri, path, isReadOnly } = settings
  const database = await open({ uri, path, isReadOnly, socket: guardedSocket })
  return {
    run: (message, request) => run(database, dialect, message, request),
    call: (name, args) => answer(database, name, args),
    failureOf: (error, isStopped) => failureOf(error, isStopped, dialect.label),
  }
})

async function run(
  database: EngineDatabase,
  dialect: Dialect,
  message: RunMessage,
  request: HostedRequest,
): Promise<Omit<RunDone, 'cpuMs'>> {
  const stop = new AbortController()
  request.onStop(() => stop.abort())
  const statement = { sql: message.sql, schema: message.schema, signal: stop.signal }
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
  const { rowCount, isCut } = await emitted(emitter, withFirst(first, batches), message.maxRows, request)
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
  const { sql = '', schema = '', table = '' } = (args ?? {}) as Readonly<Record<string, string>>
  switch (name) {
    case 'judge':
      return { ...(await database.judge(sql)), isTiny: false, hasLimit: true }
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

/** A failure in words; an error type that the product does not have counts as none. */
function failureOf(error: unknown, isStopped: boolean, label: string): WorkerFailure {
  const engine = { engine_name: label }
  if (error instanceof ResultTooLarge) {
    const message = 'The result is larger than allowed. Add a LIMIT or filters.'
    return { message, problem: { status: 400, message, type: 'RESULT_TOO_LARGE_ERROR', extra: engine } }
  }
  const message = error instanceof Error ? error.message : String(error)
  const { type, line, column } = (error ?? {}) as { type?: unknown; line?: unknown; column?: unknown }
  const known = typeof type === 'string' && Object.hasOwn(ISSUE_CODES, type) ? type : 'GENERIC_DB_ENGINE_ERROR'
  const place = typeof line === 'number' && typeof column === 'number' ? { line, column } : {}
  return { message, isStopped, problem: { status: 400, message, type: known, extra: { ...engine, ...place } } }
}
