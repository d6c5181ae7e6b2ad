import { join } from 'node:path'
import type { FileReading, PreparedFile, TableContent } from '../table-loader.ts'
import { callWriter, inFolder } from './writer-call.server.ts'

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

async function prepare(folder: string, path: string, reading: FileReading, rows: number | null, signal: AbortSignal) {
  const order = { path, reading, rows, scratch: join(folder, 'text'), ...filesIn(folder) }
  return (await callWriter(folder, 'prepare', order, signal)) as PreparedFile
}
