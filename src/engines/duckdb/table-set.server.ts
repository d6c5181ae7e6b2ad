import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { readManifest, writeManifest } from './manifest-file.server.ts'

/** Folder of the tables' files inside the warehouse. */
export const TABLES = 'tables'
/** Far enough that no version is ever given twice, although some may be lost with a damaged manifest. */
const RECOVERY_STEP = 1_000

/** The manifest in force and the files that it names. The files of the manifest before it are kept for recovery. */
export class TableSet {
  readonly #dir: string
  #manifest: Manifest
  #previous: Manifest | null
  readonly recoveredFrom: string | null

  private constructor(dir: string, manifest: Manifest, previous: Manifest | null, recoveredFrom: string | null) {
    this.#dir = dir
    this.#manifest = manifest
    this.#previous = previous
    this.recoveredFrom = recoveredFrom
  }

  static async open(dir: string): Promise<TableSet> {
    const { manifest, previous, recoveredFrom } = await readManifest(dir)
    const current = recoveredFrom === null ? manifest : { ...manifest, version: manifest.version + RECOVERY_STEP }
    const set = new TableSet(dir, current, previous, recoveredFrom)
    await set.#checkFiles()
    // What a damaged manifest named may still be wanted, so nothing is removed beside it.
    if (recoveredFrom === null) await set.#removeStrangers()
    else await writeManifest(dir, current, null)
    return set
  }

  get folder() {
    return join(this.#dir, TABLES)
  }
  get manifest(): Manifest {
    return this.#manifest
  }
  find(name: string): ManifestEntry | undefined {
    return this.#manifest.tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
  }
  async replace(next: Manifest) {
    await writeManifest(this.#dir, next, this.#manifest)
    this.#previous = this.#manifest
    this.#manifest = next
    await this.#removeStrangers()
  }

  async #checkFiles() {
    for (const table of this.#manifest.tables) {
      const path = join(this.folder, table.file)
      const info = await stat(path).catch(() => null)
      if (!info) throw new Error(`The file ${path} of table "${table.name}" is missing; restore it from a backup.`)
    }
  }
  /** Files that no manifest names: replaced ones, and what a kill in the middle of writing left. */
  async #removeStrangers() {
    const kept = new Set([...this.#manifest.tables, ...(this.#previous?.tables ?? [])].map((table) => table.file))
    for (const name of await readdir(this.folder)) {
      if (!kept.has(name)) await rm(join(this.folder, name), { force: true }).catch(() => {})
    }
  }
}
