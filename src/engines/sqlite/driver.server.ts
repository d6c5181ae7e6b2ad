import { access, constants, open, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { problemOf, processDriver } from '../process-driver.server.ts'
import { type LoadRequest, tableExists } from '../table-loader.ts'
import { WorkerPool } from '../worker-pool.server.ts'
import { WorkerProcess } from '../worker-process.server.ts'
import type { SqliteWorkerSettings } from './settings.ts'

const IDLE_MS = 60_000
const ADDRESS_SPACE_MB = 3_000
const CPU_SECONDS = 3_600

/** Opens a SQLite file in child processes: the engine cannot be interrupted, only its process can be ended. */
export async function openSqliteFile(options: {
  readonly path: string
  readonly isReadOnly: boolean
}): Promise<Driver> {
  const settings: SqliteWorkerSettings = options
  const pool = new WorkerPool(
    () => ({ file: sqliteWorkerFile(), settings, addressSpaceMb: ADDRESS_SPACE_MB, cpuSeconds: CPU_SECONDS }),
    // One writer at a time: a second one would only wait for the first one's lock.
    {
      heavySlots: options.isReadOnly ? 2 : 1,
      headStartMs: 0,
      maxWorkers: 4,
      recycleAfterRuns: 5_000,
      recycleAfterCpuMs: (CPU_SECONDS * 1000) / 2,
      idleMs: IDLE_MS,
      keepsService: false,
    },
  )
  const check = async () => {
    await stampOf(options.path, options.isReadOnly)
  }
  await check()
  const driver = processDriver(pool, {
    name: 'SQLite',
    defaultSchema: 'main',
    isReadOnly: options.isReadOnly,
    check,
    areSmall: (tables) => tables.length === 0,
    version: () => stampOf(options.path, options.isReadOnly),
  })
  return { ...driver, loader: { load: (request) => load(options.path, request) } }
}

/** In a process of its own: only uploads write to a database that statements may only read. */
async function load(path: string, { table, ifExists, content, signal }: LoadRequest): Promise<void> {
  await stampOf(path, false)
  signal.throwIfAborted()
  const settings: SqliteWorkerSettings = { path, isReadOnly: false }
  const limits = { addressSpaceMb: ADDRESS_SPACE_MB, cpuSeconds: CPU_SECONDS }
  const worker = new WorkerProcess({ file: sqliteWorkerFile(), settings, ...limits })
  const stop = () => worker.kill()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await worker.ready
    await worker.call('load', { table, ifExists, lines: content.lines, columns: content.columns })
  } catch (error) {
    throw loadProblem(error)
  } finally {
    signal.removeEventListener('abort', stop)
    worker.kill()
  }
}

/** The name that is taken is said in the words of every engine, at its level. */
function loadProblem(error: unknown): unknown {
  const problem = problemOf(error, 'SQLite')
  return problem instanceof Problem && problem.message === tableExists().message ? tableExists() : problem
}

/** The program of the child process: beside this file in development, `sqlite-worker.js` beside the bundle in the package. */
function sqliteWorkerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.server.ts' : './sqlite-worker.js', import.meta.url))
}

/** Changes with the file and its write-ahead log. */
async function stampOf(path: string, isReadOnly: boolean): Promise<string> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) {
    throw new Problem(400, `There is no database file "${path}".`, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
  }
  await access(path, isReadOnly ? constants.R_OK : constants.R_OK | constants.W_OK).catch((cause: unknown) => {
    const message = `The database file "${path}" cannot be ${isReadOnly ? 'read' : 'written'}.`
    throw new Problem(400, message, { type: 'CONNECTION_ACCESS_DENIED_ERROR', cause })
  })
  if (info.size > 0) await checkHeader(path)
  const log = await stat(`${path}-wal`).catch(() => null)
  return `${info.mtimeMs}-${info.size}-${info.ino}-${log?.mtimeMs ?? 0}-${log?.size ?? 0}`
}

async function checkHeader(path: string) {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    if (buffer.toString('latin1', 0, 15) !== 'SQLite format 3') {
      throw new Problem(400, `"${path}" is not a SQLite file.`, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
    }
  } finally {
    await file.close()
  }
}
