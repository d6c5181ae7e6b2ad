import { Problem } from '../wire/problem.ts'

const AGAIN = { headers: { 'retry-after': '1' } } as const
const FULL = new Problem(507, 'The server cannot save right now: its disk is full.')
const BUSY = new Problem(503, 'The server cannot save right now: its store is busy. Please try again.', AGAIN)
const FIXED = new Problem(503, 'The server cannot save right now: its data directory takes no changes.', AGAIN)
const BROKEN = new Problem(503, 'The server cannot read or save right now: its disk reports errors.', AGAIN)
const NO_FILES = new Problem(503, 'The server has too many files and connections open. Please try again.', AGAIN)
/** Words for a store in the network that does not answer. */
export const STORE_AWAY = 'The server cannot reach its store right now. Please try again.'
const AWAY = new Problem(503, STORE_AWAY, AGAIN)
const TAKEN = new Problem(422, 'There is an object with the same name or uuid already.')
const GONE = new Problem(422, 'An object that the request names does not exist any more.')

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const BY_SQLITE: Readonly<Record<number, Problem>> = {
  5: BUSY,
  6: BUSY,
  8: FIXED,
  10: BROKEN,
  13: FULL,
  14: NO_FILES,
  787: GONE,
  1555: TAKEN,
  2067: TAKEN,
}
/** Codes of Node's file system and network, and of PostgreSQL (its Appendix A). */
const BY_CODE: Readonly<Record<string, Problem>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: FIXED,
  EIO: BROKEN,
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  '23503': GONE,
  '23505': TAKEN,
  '25006': FIXED,
  '40001': BUSY,
  '40P01': BUSY,
  '53100': FULL,
  '53300': AWAY,
  '57P01': AWAY,
  '57P02': AWAY,
  '57P03': AWAY,
}

/** What a client is told of a metadata store or data directory that fails; null for every other failure. */
export function storeFault(cause: unknown): Problem | null {
  const { code, errcode } = cause as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return BY_SQLITE[errcode] ?? BY_SQLITE[errcode % 256] ?? null
  return typeof code === 'string' && Object.hasOwn(BY_CODE, code) ? (BY_CODE[code] ?? null) : null
}
