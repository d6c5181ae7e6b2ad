import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultColumn } from '../engines/driver.ts'
import { Problem } from '../wire/problem.ts'
import { indexText, sumOf } from './result-file.server.ts'

const MAX_BYTES = 1_073_741_824

/** Takes a result in while it is made; readers see what has arrived. */
export interface ResultWriter {
  readonly key: string
  /** Says the columns; again at the end, when it is known which of them hold a value. */
  setColumns(columns: readonly ResultColumn[]): Promise<void>
  /** Adds whole rows; their bytes may be cut anywhere. */
  append(rows: readonly Uint8Array[], count: number): Promise<void>
  finish(): Promise<void>
  /** Drops what was written. */
  discard(): Promise<void>
}

/** Where the rows of one piece begin: byte and number of the first row. */
export interface Stored {
  readonly queryId: number
  columns: readonly ResultColumn[]
  rowCount: number
  byteCount: number
  readonly bytesAt: number[]
  readonly rowsAt: number[]
  readonly sums: number[]
  isComplete: boolean
}

/** Where results lie in a folder. */
export interface ResultFiles {
  rows(key: string): string
  index(key: string): string
  prepare(): Promise<void>
  remove(key: string): Promise<void>
}

export function filesOf(dir: string): ResultFiles {
  const rows = (key: string) => join(dir, `${key}.rows`)
  const index = (key: string) => join(dir, `${key}.json`)
  let made: Promise<unknown> | null = null
  return {
    rows,
    index,
    prepare: async () => {
      made ??= mkdir(dir, { recursive: true, mode: 0o700 })
      await made
    },
    remove: async (key) => {
      await rm(index(key), { force: true })
      await rm(rows(key), { force: true })
    },
  }
}

/** Writes a result beside its readers, who find it in `writing` until it is whole. */
export function createWriter(
  key: string,
  queryId: number,
  writing: Map<string, Stored>,
  files: ResultFiles,
): ResultWriter {
  const stored: Stored = {
    queryId,
    columns: [],
    rowCount: 0,
    byteCount: 0,
    bytesAt: [],
    rowsAt: [],
    sums: [],
    isComplete: false,
  }
  // The promise is kept, so that whoever ends the writer while its file is being opened closes it all the same.
  let opening: Promise<FileHandle> | null = null
  let isDiscarded = false
  const opened = (): Promise<FileHandle> => {
    opening ??= files.prepare().then(() => open(files.rows(key), 'w', 0o600))
    return opening
  }
  const close = async () => {
    const handle = await opening?.catch(() => null)
    opening = null
    await handle?.close()
  }
  return {
    key,
    setColumns: async (columns) => {
      if (isDiscarded) return
      await opened()
      if (isDiscarded) return
      stored.columns = columns
      writing.set(key, stored)
    },
    append: async (rows, count) => {
      if (opening === null || count === 0) return
      await appendPiece(await opening, stored, rows, count)
    },
    finish: async () => {
      await opened()
      await close()
      stored.isComplete = true
      await writeFile(`${files.index(key)}.part`, indexText(stored), { mode: 0o600 })
      await rename(`${files.index(key)}.part`, files.index(key))
      writing.delete(key)
    },
    discard: async () => {
      isDiscarded = true
      writing.delete(key)
      await close()
      await files.remove(key)
    },
  }
}

async function appendPiece(
  handle: FileHandle,
  stored: Stored,
  rows: readonly Uint8Array[],
  count: number,
): Promise<void> {
  const isFirst = stored.byteCount === 0
  const size = rows.reduce((sum, { byteLength }) => sum + byteLength, isFirst ? 0 : 1)
  if (stored.byteCount + size > MAX_BYTES)
    throw new Problem(413, 'The result is larger than 1 GB. Add a LIMIT or filters.', {
      type: 'RESULT_TOO_LARGE_ERROR',
    })
  const { bytesWritten } = await handle.writev(isFirst ? [...rows] : [SEPARATOR, ...rows])
  // A disk that fills up takes a part without a word.
  if (bytesWritten < size) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
  // Readers look at the counts only, so these grow after the bytes are there.
  stored.sums.push(sumOf(rows))
  stored.bytesAt.push(stored.byteCount + (isFirst ? 0 : 1))
  stored.rowsAt.push(stored.rowCount)
  stored.byteCount += size
  stored.rowCount += count
}

const SEPARATOR = Buffer.from(',')
