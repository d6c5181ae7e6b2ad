import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultColumn } from '../engines/driver.ts'
import { Problem } from '../wire/problem.ts'
import { DamagedResultError, indexText, readIndexText, readPieces, readWhole, sumOf } from './result-file.server.ts'
import { sliceRows } from './row-bytes.server.ts'

/** Results of the editor are kept for a day (spec section 4). */
const KEEP_MS = 86_400_000
const MAX_BYTES = 1_073_741_824
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What is known of a stored result. */
export interface ResultHead {
  readonly queryId: number
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isComplete: boolean
}
export interface ResultPage extends ResultHead {
  /** `[1,"x"],[2,"y"]`: rows as the engine wrote them, without outer brackets. */
  readonly rows: Uint8Array
}

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

export interface ResultStore {
  create(key: string, queryId: number): ResultWriter
  head(key: string): Promise<ResultHead | null>
  page(key: string, offset: number, limit: number): Promise<ResultPage | null>
  /** All rows, or the first `limit`, a piece at a time, which lasts until the next one. Throws for what is damaged. */
  pieces(key: string, limit?: number): AsyncIterable<Uint8Array>
  remove(keys: readonly string[]): Promise<void>
  /** Removes what is older than a day, and what a killed server left unfinished. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Where the rows of one piece begin: byte and number of the first row. */
interface Stored {
  readonly queryId: number
  columns: readonly ResultColumn[]
  rowCount: number
  byteCount: number
  readonly bytesAt: number[]
  readonly rowsAt: number[]
  readonly sums: number[]
  isComplete: boolean
}

/**
 * Keeps results as files: `<key>.rows` holds the bytes that the engine wrote, `<key>.json` the columns and where pieces
 * begin. The second file appears when the result is whole, so a killed server leaves nothing that looks finished. Sums
 * of both tell what a disk has changed: such a result is not there any more.
 */
export function createResultStore(options: { readonly dir: string; now(): Date }): ResultStore {
  const writing = new Map<string, Stored>()
  const files = filesOf(options.dir)

  const find = async (key: string): Promise<Stored | null> => {
    if (!KEY.test(key)) return null
    return writing.get(key) ?? readStored(files.index(key))
  }
  return {
    create: (key, queryId) => createWriter(key, queryId, writing, files),
    head: find,
    page: async (key, offset, limit) => {
      const stored = await find(key)
      if (stored === null) return null
      const rows = await readRows(files.rows(key), stored, offset, limit).catch(ifGone)
      return rows && { ...headOf(stored), rows }
    },
    pieces: async function* (key, limit = Number.POSITIVE_INFINITY) {
      const stored = await find(key)
      if (stored === null || stored.rowCount === 0 || limit <= 0) return
      if (limit >= stored.rowCount) return yield* readPieces(files.rows(key), stored)
      const last = pieceOf(stored.rowsAt, limit - 1)
      if (last > 0) yield* readPieces(files.rows(key), firstPieces(stored, last))
      const from = stored.rowsAt[last] ?? 0
      yield await readRows(files.rows(key), stored, from, limit - from)
    },
    remove: async (keys) => {
      for (const key of keys) if (KEY.test(key) && !writing.has(key)) await files.remove(key)
    },
    sweep: () => sweep(options.dir, options.now().getTime(), files, writing),
    close: async () => {
      writing.clear()
    },
  }
}

interface Files {
  rows(key: string): string
  index(key: string): string
  prepare(): Promise<void>
  remove(key: string): Promise<void>
}

function filesOf(dir: string): Files {
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

const headOf = ({ queryId, columns, rowCount, isComplete }: Stored): ResultHead => ({
  queryId,
  columns,
  rowCount,
  isComplete,
})

function createWriter(key: string, queryId: number, writing: Map<string, Stored>, files: Files): ResultWriter {
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
const NO_ROWS = new Uint8Array()

async function readStored(file: string): Promise<Stored | null> {
  try {
    return readIndexText(await readFile(file, 'utf8')) as Stored | null
  } catch (cause) {
    return ifGone(cause)
  }
}

/** Null for a result that is not there or not what was written. */
function ifGone(cause: unknown): null {
  if (isMissing(cause) || cause instanceof DamagedResultError) return null
  throw cause
}

async function readRows(file: string, stored: Stored, offset: number, limit: number): Promise<Uint8Array> {
  const end = Math.min(offset + limit, stored.rowCount)
  if (end <= offset) return NO_ROWS
  const first = pieceOf(stored.rowsAt, offset)
  const last = pieceOf(stored.rowsAt, end - 1)
  const handle = await open(file, 'r')
  try {
    return sliceRows(
      await readWhole(handle, stored, { first, last }),
      offset - (stored.rowsAt[first] ?? 0),
      end - offset,
    )
  } finally {
    await handle.close()
  }
}

/** What a result was before its piece `count` came. */
const firstPieces = ({ bytesAt, sums }: Stored, count: number) => ({
  bytesAt: bytesAt.slice(0, count),
  sums: sums.slice(0, count),
  byteCount: (bytesAt[count] ?? 1) - 1,
})

/** The last piece that begins at or before the row. */
function pieceOf(rowsAt: readonly number[], row: number): number {
  let low = 0
  let high = rowsAt.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rowsAt[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

async function sweep(dir: string, now: number, files: Files, writing: ReadonlyMap<string, Stored>): Promise<void> {
  await files.prepare()
  const names = await readdir(dir)
  const whole = new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)))
  for (const name of names) {
    const key = name.slice(0, 36)
    if (!KEY.test(key) || writing.has(key)) continue
    const age = now - ((await mtimeOf(join(dir, name))) ?? now)
    if (age > KEEP_MS || (!whole.has(key) && age > UNFINISHED_MS)) await files.remove(key)
  }
}

const UNFINISHED_MS = 3_600_000

async function mtimeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs
  } catch (cause) {
    if (isMissing(cause)) return null
    throw cause
  }
}

const isMissing = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
