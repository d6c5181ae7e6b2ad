import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problemOf } from '../process-driver.server.ts'
import { WorkerProcess } from '../worker-process.server.ts'
import { syncFolder } from './manifest-file.server.ts'
import { workerSpec } from './pool.server.ts'
import type { TableSource, WrittenTable } from './writer.server.ts'

/** A file that DuckDB can read, a statement of our own, or rows. */
export type WarehouseSource =
  | TableSource
  | { readonly kind: 'rows'; readonly rows: readonly Readonly<Record<string, unknown>>[] }

const IDLE_MS = 5_000

/** Writes the files of tables in a child process that no user's statement ever reaches. */
export class TableFiles {
  readonly #tablesDir: string
  readonly #tempDir: string
  #worker: WorkerProcess | null = null
  #idleTimer: NodeJS.Timeout | null = null

  constructor(tablesDir: string, tempDir: string) {
    this.#tablesDir = tablesDir
    this.#tempDir = tempDir
  }

  /** Writes a file beside the tables, and gives it its name when it is whole and on disk. */
  async write(file: string, source: WarehouseSource, sortBy: readonly string[]): Promise<WrittenTable> {
    const unfinished = join(this.#tablesDir, `${file}.unfinished`)
    const rowsFile = join(this.#tempDir, `${file}.json`)
    const worker = this.#start()
    try {
      if (source.kind === 'rows')
        await writeFile(rowsFile, source.rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      const fileSource: TableSource = source.kind === 'rows' ? { kind: 'json', path: rowsFile } : source
      await worker.ready
      const order = { file: unfinished, source: fileSource, sortBy }
      const written = (await worker.call('write', order)) as WrittenTable
      await syncFile(unfinished)
      await rename(unfinished, join(this.#tablesDir, file))
      await syncFolder(this.#tablesDir)
      return written
    } catch (error) {
      await rm(unfinished, { force: true })
      throw problemOf(error, 'DuckDB')
    } finally {
      await rm(rowsFile, { force: true })
      this.#idleTimer = setTimeout(() => this.close(), IDLE_MS)
      this.#idleTimer.unref()
    }
  }

  close() {
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    this.#worker?.kill()
    this.#worker = null
  }

  #start(): WorkerProcess {
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    if (!this.#worker || this.#worker.isDead) {
      this.#worker = new WorkerProcess(workerSpec({ kind: 'writer', tempDir: this.#tempDir }))
    }
    return this.#worker
  }
}

async function syncFile(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
