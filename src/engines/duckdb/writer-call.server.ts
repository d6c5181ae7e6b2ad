import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { problemOf } from '../process-driver.server.ts'
import { WorkerProcess } from '../worker-process.server.ts'
import { workerSpec } from './pool.server.ts'

const MEMORY_MB = 1_024

/** Gives a private folder below `dir` to `work` and removes it afterwards. */
export async function inFolder<T>(dir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dir, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Asks a child process of its own, which may read and write files and spills into `folder`. An abort kills it.
 * Throws the Problem that it answers.
 */
export async function callWriter(folder: string, name: string, order: unknown, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const worker = new WorkerProcess(workerSpec({ kind: 'writer', tempDir: join(folder, 'spill') }, MEMORY_MB))
  const stop = () => worker.kill()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await worker.ready
    return await worker.call(name, order)
  } catch (error) {
    throw problemOf(error, 'DuckDB')
  } finally {
    signal.removeEventListener('abort', stop)
    worker.kill()
  }
}
