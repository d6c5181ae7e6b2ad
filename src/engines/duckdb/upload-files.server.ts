import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { problemOf } from '../process-driver.server.ts'
import type { FileReading, PreparedFile, TableContent } from '../table-loader.ts'
import { WorkerProcess } from '../worker-process.server.ts'
import { workerSpec } from './pool.server.ts'

const MEMORY_MB = 1_024
const LOOK_ROWS = 1_000

/** What an upload's file was read to, and how to be rid of it. */
interface ReadFile extends PreparedFile {
  readonly content: TableContent
}

/** Looks into a file in a child process of its own. Throws a Problem 400 that says what is wrong with it. */
export async function lookIntoFile(
  path: string,
  reading: FileReading,
  dir: string,
  signal: AbortSignal,
): Promise<PreparedFile> {
  return inFolder(dir, (folder) => prepare(folder, path, reading, LOOK_ROWS, signal))
}

/** Reads a whole file in a child process, and gives its rows to `use` for as long as that takes. */
export async function withFileRows<T>(
  path: string,
  reading: FileReading,
  dir: string,
  signal: AbortSignal,
  use: (file: ReadFile) => Promise<T>,
): Promise<T> {
  return inFolder(dir, async (folder) => {
    const prepared = await prepare(folder, path, reading, null, signal)
    const { columns, rows } = prepared
    return use({ ...prepared, content: { columns, rows, ...filesIn(folder) } })
  })
}

const filesIn = (folder: string) => ({ parquet: join(folder, 'rows.parquet'), lines: join(folder, 'rows.jsonl') })

async function inFolder<T>(dir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dir, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(folder: string, path: string, reading: FileReading, rows: number | null, signal: AbortSignal) {
  signal.throwIfAborted()
  const worker = new WorkerProcess(workerSpec({ kind: 'writer', tempDir: join(folder, 'spill') }, MEMORY_MB))
  const stop = () => worker.kill()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await worker.ready
    const order = { path, reading, rows, scratch: join(folder, 'text'), ...filesIn(folder) }
    return (await worker.call('prepare', order)) as PreparedFile
  } catch (error) {
    throw problemOf(error, 'DuckDB')
  } finally {
    signal.removeEventListener('abort', stop)
    worker.kill()
  }
}
