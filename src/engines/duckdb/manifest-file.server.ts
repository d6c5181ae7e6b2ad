import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTY_MANIFEST, type Manifest, manifestSchema } from './manifest.ts'

const CURRENT = 'manifest.json'
const PREVIOUS = 'manifest.previous.json'

interface FoundManifest {
  readonly manifest: Manifest
  readonly previous: Manifest | null
  /** Why the current manifest could not be used and the one before it was. */
  readonly recoveredFrom: string | null
}

/** The manifest of a warehouse folder, from the previous one when the current one is damaged. */
export async function readManifest(dir: string): Promise<FoundManifest> {
  const current = await readOne(join(dir, CURRENT))
  const before = await readOne(join(dir, PREVIOUS))
  const previous = before.state === 'good' ? before.manifest : null
  if (current.state === 'good') return { manifest: current.manifest, previous, recoveredFrom: null }
  if (current.state === 'absent' && before.state === 'absent') {
    return { manifest: EMPTY_MANIFEST, previous: null, recoveredFrom: null }
  }
  const reason = current.state === 'bad' ? current.reason : 'it is missing'
  if (previous) return { manifest: previous, previous, recoveredFrom: `${join(dir, CURRENT)}: ${reason}` }
  throw new Error(
    `The list of tables ${join(dir, CURRENT)} is damaged (${reason}), and there is no ${PREVIOUS} to go back to. ` +
      'Restore one of them from a backup, or move the folder away to begin with an empty warehouse.',
  )
}

/** Puts a manifest in place at once: a reader or a kill sees the old one or the whole new one. */
export async function writeManifest(dir: string, manifest: Manifest, before: Manifest | null) {
  if (before) await writeWhole(dir, PREVIOUS, before)
  await writeWhole(dir, CURRENT, manifest)
}

async function writeWhole(dir: string, name: string, manifest: Manifest) {
  const temporary = join(dir, `${name}.tmp`)
  const file = await open(temporary, 'w')
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(dir, name))
  await syncFolder(dir)
}

/** A rename lasts only once its folder is on disk; not every system can do that. */
export async function syncFolder(dir: string) {
  const folder = await open(dir, 'r').catch(() => null)
  if (!folder) return
  try {
    await folder.sync().catch(() => {})
  } finally {
    await folder.close()
  }
}

type Read =
  | { readonly state: 'good'; readonly manifest: Manifest }
  | { readonly state: 'absent' }
  | { readonly state: 'bad'; readonly reason: string }

async function readOne(path: string): Promise<Read> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isAbsent ? { state: 'absent' } : { state: 'bad', reason: (error as Error).message }
  }
  try {
    return { state: 'good', manifest: manifestSchema.parse(JSON.parse(text)) }
  } catch {
    return { state: 'bad', reason: 'it cannot be read as a manifest' }
  }
}
