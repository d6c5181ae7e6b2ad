import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultColumn } from '../engines/driver.ts'
import {
  DamagedResultError,
  indexText,
  type RowBytes,
  readIndexText,
  readPieces,
  readWhole,
} from './result-file.server.ts'
import { createWriter, filesOf, type ResultFiles, type ResultWriter, type Stored } from './result-writer.server.ts'
import { giveResults, indexTextAway, rowsAway } from './results-away.server.ts'
import { sliceRows } from './row-bytes.server.ts'
import type { Peers } from './shared/peers.server.ts'

/** Results of the editor are kept for a day (spec section 4). */
const KEEP_MS = 86_400_000
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

/** A result that is kept, here or at another server. */
interface Found {
  readonly stored: Stored
  open(): Promise<RowBytes>
}

export interface ResultStoreOptions {
  readonly dir: string
  /** Those who may keep what this server does not. */
  readonly peers: Peers
  now(): Date
}

/**
 * Keeps results as files: `<key>.rows` holds the bytes that the engine wrote, `<key>.json` the columns and where pieces
 * begin. The second file appears when the result is whole, so a killed server leaves nothing that looks finished. Sums
 * of both tell what a disk has changed: such a result is not there any more. Other servers read them here.
 */
export function createResultStore({ dir, peers, now }: ResultStoreOptions): ResultStore {
  const writing = new Map<string, Stored>()
  const files = filesOf(dir)
  const findOwn = async (key: string) => (KEY.test(key) ? (writing.get(key) ?? readStored(files.index(key))) : null)
  const find = (key: string) => findResult(key, files, peers, findOwn)
  giveResults(peers, {
    indexText: async (key) => {
      const stored = await findOwn(key)
      return stored && indexText(stored)
    },
    open: (key) => open(files.rows(key), 'r'),
  })
  return {
    create: (key, queryId) => createWriter(key, queryId, writing, files),
    head: async (key) => {
      const found = await find(key)
      return found && headOf(found.stored)
    },
    page: async (key, offset, limit) => {
      const found = await find(key)
      if (found === null) return null
      const rows = await readRows(found, offset, limit).catch(ifGone)
      return rows && { ...headOf(found.stored), rows }
    },
    pieces: async function* (key, limit = Number.POSITIVE_INFINITY) {
      const found = await find(key)
      if (found === null || found.stored.rowCount === 0 || limit <= 0) return
      const { stored } = found
      if (limit >= stored.rowCount) return yield* readPieces(await found.open(), stored)
      const last = pieceOf(stored.rowsAt, limit - 1)
      if (last > 0) yield* readPieces(await found.open(), firstPieces(stored, last))
      const from = stored.rowsAt[last] ?? 0
      yield await readRows(found, from, limit - from)
    },
    remove: async (keys) => {
      for (const key of keys) if (KEY.test(key) && !writing.has(key)) await files.remove(key)
    },
    sweep: () => sweep(dir, now().getTime(), files, writing),
    close: async () => {
      writing.clear()
    },
  }
}

async function findResult(
  key: string,
  files: ResultFiles,
  peers: Peers,
  findOwn: (key: string) => Promise<Stored | null>,
): Promise<Found | null> {
  const own = await findOwn(key)
  if (own) return { stored: own, open: () => open(files.rows(key), 'r') }
  const text = KEY.test(key) ? await indexTextAway(peers, key) : null
  const stored = text === null ? null : (readIndexText(text) as Stored | null)
  return stored && { stored, open: async () => rowsAway(peers, key) }
}

const headOf = ({ queryId, columns, rowCount, isComplete }: Stored): ResultHead => ({
  queryId,
  columns,
  rowCount,
  isComplete,
})

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

async function readRows({ stored, ...found }: Found, offset: number, limit: number): Promise<Uint8Array> {
  const end = Math.min(offset + limit, stored.rowCount)
  if (end <= offset) return NO_ROWS
  const first = pieceOf(stored.rowsAt, offset)
  const last = pieceOf(stored.rowsAt, end - 1)
  const handle = await found.open()
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

async function sweep(
  dir: string,
  now: number,
  files: ResultFiles,
  writing: ReadonlyMap<string, Stored>,
): Promise<void> {
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
