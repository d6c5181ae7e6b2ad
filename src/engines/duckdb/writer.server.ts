import { rmSync, statSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import type { WorkerService } from '../worker-host.server.ts'
import type { WorkerFailure } from '../worker-protocol.ts'
import { FileFault } from './file-fault.ts'
import { prepareFile, prepareOrder } from './prepare-file.server.ts'
import { parquetOrder, writeParquet } from './rows-parquet.server.ts'
import type { DuckdbWorkerSettings } from './settings.ts'

/** Where the rows of a table come from. `query` is SQL of our own over files, never of a user. */
const tableSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parquet'), path: z.string() }),
  z.object({ kind: z.literal('csv'), path: z.string() }),
  z.object({ kind: z.literal('json'), path: z.string() }),
  z.object({ kind: z.literal('query'), sql: z.string() }),
  /** The rows of a table that is there, and those of a Parquet file whose columns it has. */
  z.object({ kind: z.literal('appended'), path: z.string(), to: z.string() }),
])
export type TableSource = z.infer<typeof tableSource>

const writeOrder = z.object({ file: z.string(), source: tableSource, sortBy: z.array(z.string()) })
type WriteOrder = z.infer<typeof writeOrder>

/** What a written file holds. */
export interface WrittenTable {
  readonly rows: number
  readonly bytes: number
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const READERS = { parquet: 'read_parquet', csv: 'read_csv', json: 'read_json_auto' } as const

/** Writes whole tables, each to a file of its own. It may read files and spill to disk, so no user SQL comes here. */
export async function tableWriter(
  settings: DuckdbWorkerSettings,
  failureOf: WorkerService['failureOf'],
): Promise<WorkerService> {
  const tempDir = settings.source.kind === 'writer' ? settings.source.tempDir : ''
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryMb}MB`,
    temp_directory: tempDir,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  let count = 0
  const write = async (order: WriteOrder): Promise<WrittenTable> => {
    const alias = quoteStandardName(`out_${++count}`)
    const connection = await instance.connect()
    rmSync(order.file, { force: true })
    await connection.run("SET TimeZone = 'UTC'")
    await connection.run(`ATTACH ${quoteStandardText(order.file)} AS ${alias}`)
    try {
      const by = order.sortBy.length > 0 ? ` ORDER BY ${order.sortBy.map(quoteStandardName).join(', ')}` : ''
      if (order.source.kind === 'appended') await append(connection, alias, order.source)
      else await connection.run(`CREATE TABLE ${alias}.main.data AS SELECT * FROM ${readerOf(order.source)}${by}`)
      const columns = await connection.runAndReadAll(`DESCRIBE ${alias}.main.data`)
      const rows = await connection.runAndReadAll(`SELECT count(*) FROM ${alias}.main.data`)
      await connection.run(`CHECKPOINT ${alias}`)
      return {
        rows: Number(rows.getRows()[0]?.[0] ?? 0),
        columns: columns.getRows().map(([name, type]) => ({ name: String(name), type: String(type) })),
        bytes: 0,
      }
    } finally {
      await connection.run(`DETACH ${alias}`)
      connection.closeSync()
    }
  }
  return {
    run: () => Promise.reject(new Error('This worker writes tables only.')),
    async call(name, args) {
      if (name === 'prepare') return connected(instance, (own) => prepareFile(own, prepareOrder.parse(args)))
      if (name === 'parquet') return connected(instance, (own) => writeParquet(own, parquetOrder.parse(args)))
      const order = writeOrder.parse(args)
      const written = await write(order)
      return { ...written, bytes: statSync(order.file).size }
    },
    failureOf: (error, isStopped) => (error instanceof FileFault ? refusal(error) : failureOf(error, isStopped)),
  }
}

async function connected<T>(instance: DuckDBInstance, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const connection = await instance.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
  }
}

const refusal = ({ message }: FileFault): WorkerFailure => ({
  message,
  problem: { status: 400, message, type: 'INVALID_PAYLOAD_FORMAT_ERROR', extra: {} },
})

async function append(
  connection: DuckDBConnection,
  alias: string,
  source: { readonly path: string; readonly to: string },
) {
  const old = `${alias.slice(0, -1)}_old"`
  await connection.run(`ATTACH ${quoteStandardText(source.to)} AS ${old} (READ_ONLY)`)
  try {
    await connection.run(`CREATE TABLE ${alias}.main.data AS SELECT * FROM ${old}.main.data`)
    await connection.run(
      `INSERT INTO ${alias}.main.data BY NAME SELECT * FROM read_parquet(${quoteStandardText(source.path)})`,
    )
  } catch (cause) {
    const said = (cause instanceof Error ? cause.message : '').split('\n')[0]
    throw new FileFault(`The rows do not fit into the table: ${said}`, { cause })
  } finally {
    await connection.run(`DETACH ${old}`)
  }
}

function readerOf(source: Exclude<TableSource, { readonly kind: 'appended' }>): string {
  return source.kind === 'query' ? `(${source.sql})` : `${READERS[source.kind]}(${quoteStandardText(source.path)})`
}
