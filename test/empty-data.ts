import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const KEPT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'empty-data')

/** How the files of an empty server are made in a folder. */
export interface EmptyData {
  readonly file: string
  /** The place of the folder apart. */
  readonly args: readonly string[]
  make(folder: string): void
}

/** Files of an empty server in a new folder. They are made once for a version of its programs, then copied. */
export function emptyData(data: EmptyData, folder: string): void {
  const kept = join(KEPT, keyOf(data))
  if (existsSync(kept)) {
    copy(kept, folder)
    return
  }
  data.make(folder)
  mkdirSync(KEPT, { recursive: true })
  const own = mkdtempSync(join(KEPT, 'new-'))
  copy(folder, join(own, 'data'))
  try {
    renameSync(join(own, 'data'), kept)
  } catch {
    // Tests beside this one were quicker.
  }
  rmSync(own, { recursive: true, force: true })
}

const keyOf = ({ file, args }: EmptyData) =>
  createHash('sha256')
    .update(JSON.stringify([file, statSync(file).mtimeMs, args]))
    .digest('hex')

/** With owners and modes, of which servers are particular. */
const copy = (from: string, to: string) => void execFileSync('cp', ['-Rp', from, to])
