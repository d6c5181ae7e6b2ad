import { type Stats, statSync } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { processDriver } from '../process-driver.server.ts'
import { duckdbPool } from './pool.server.ts'

/** Storage versions that this engine reads. */
const STORAGE_VERSIONS = { first: 64, last: 68 }
/** The charts of a dashboard look at their file once: what was seen of it is believed for a moment. */
const BELIEVED_MS = 20
/** Numbers of Linux for ext, XFS, Btrfs, F2FS, ZFS, tmpfs and overlay. */
const LOCAL_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630])

/** Opens a DuckDB file for reading. The file may be replaced at any time; later statements see the later file. */
export async function openDuckdbFile(options: { readonly path: string }): Promise<Driver> {
  const { path } = options
  const pool = duckdbPool(() => ({ kind: 'file', path }), false)
  let opened = await checkFile(path)
  const stamp = (await isLocal(path)) ? () => localStampOf(path) : believed(() => stampOf(path))
  return processDriver(pool, {
    name: 'DuckDB',
    defaultSchema: 'main',
    isReadOnly: true,
    areSmall: (tables) => tables.length === 0,
    version: stamp,
    async check() {
      if ((await stamp()) === opened) return
      opened = await checkFile(path)
      pool.renew()
    },
  })
}

/** The answer of `look`, asked again when it is older than a moment. */
function believed(look: () => Promise<string>): () => Promise<string> {
  let seen: { readonly at: number; readonly answer: Promise<string> } | null = null
  return () => {
    const now = performance.now()
    if (seen && now - seen.at < BELIEVED_MS) return seen.answer
    seen = { at: now, answer: look() }
    return seen.answer
  }
}

/** Throws what a user can do something about when the file cannot be opened; gives its stamp. */
async function checkFile(path: string): Promise<string> {
  const stamp = await stampOf(path)
  await checkHeader(path)
  return stamp
}

/** Changes with the file. */
const stampOf = async (path: string): Promise<string> => stampText(path, await stat(path).catch(() => undefined))

/** The same where looking at a file takes microseconds: a thread that looks would have to be woken first. */
const localStampOf = async (path: string): Promise<string> => stampText(path, statSync(path, { throwIfNoEntry: false }))

function stampText(path: string, info: Stats | undefined): string {
  if (!info?.isFile()) {
    throw new Problem(400, `There is no database file "${path}".`, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
  }
  return `${info.mtimeMs}-${info.size}-${info.ino}`
}

/** Whether the file lies where nothing that this machine has no say in can hold up a look at it. */
async function isLocal(path: string): Promise<boolean> {
  const { type } = await statfs(path)
  return process.platform === 'linux' && LOCAL_FILE_SYSTEMS.has(type)
}

/** Byte 8 begins `DUCK`, followed by the storage version. */
async function checkHeader(path: string) {
  const file = await open(path, 'r').catch((cause: unknown) => {
    const message = `The database file "${path}" cannot be read.`
    throw new Problem(400, message, { type: 'CONNECTION_ACCESS_DENIED_ERROR', cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0)
    if (bytesRead < 20 || buffer.toString('latin1', 8, 12) !== 'DUCK') {
      throw new Problem(400, `"${path}" is not a DuckDB file.`, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
    }
    const version = buffer.readUInt32LE(12)
    if (version > STORAGE_VERSIONS.last) {
      const message =
        `"${path}" was written by a newer version of DuckDB (storage version ${version}; up to ${STORAGE_VERSIONS.last} can be read). ` +
        "Write it again with ATTACH '...' (STORAGE_VERSION 'v1.5.0')."
      throw new Problem(400, message, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
    }
  } finally {
    await file.close()
  }
}
