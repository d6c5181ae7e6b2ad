import { rmSync, statSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import type { WorkerService } from '../worker-host.server.ts'
import type { DuckdbWorkerSettings } from './settings.ts'

/** Where the rows of a table come from. `query` is SQL of our own over files, never of a user. */
const tableSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parquet'), path: z.string() }),
  z.object({ kind: z.literal('csv'), path: z.string() }),
  z.object({ kind: z.literal('json'), path: z.string() }),
  z.object({ kind: z.literal('query'), sql: z.string() }),
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
      await connection.run(`CREATE TABLE ${alias}.main.data AS SELECT * FROM ${readerOf(order.source)}${by}`)
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
    async call(_name, args) {
      const order = writeOrder.parse(args)
      const written = await write(order)
      return { ...written, bytes: statSync(order.file).size }
    },
    failureOf,
  }
}

function readerOf(source: TableSource): string {
  return source.kind === 'query' ? `(${source.sql})` : `${READERS[source.kind]}(${quoteStandardText(source.path)})`
}
