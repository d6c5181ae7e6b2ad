import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fromYaml } from '../../gateway/yaml-file.ts'
import { SettingsError } from '../settings-error.ts'

/** YAML files of a folder by their path in it, with `/` between its parts. */
export type Folder = ReadonlyMap<string, string>

const METADATA = 'metadata.yaml'

/** Reads a folder. Throws `SettingsError` where there is none. */
export async function readFolder(dir: string): Promise<Folder> {
  const root = resolve(dir)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new SettingsError(`The folder ${dir} cannot be read.`, { cause })
  })
  const paths = entries
    .filter((entry) => entry.isFile() && /^[^._].*\.ya?ml$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort()
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  )
}

export interface Written {
  readonly written: readonly string[]
  readonly same: number
}

/**
 * Writes the files of an export. An object that the folder holds already keeps its file, whatever it is called, and
 * the time of the export does not count, so that a repository shows only what changed.
 */
export async function writeFolder(dir: string, exported: Folder): Promise<Written> {
  await mkdir(dir, { recursive: true })
  const there = await readFolder(dir)
  const places = new Map([...there].flatMap(([path, text]) => (uuidOf(text) ? [[uuidOf(text), path] as const] : [])))
  const written: string[] = []
  for (const [name, text] of exported) {
    const path = places.get(uuidOf(text)) ?? safePath(name)
    if (there.get(path) === text || (path === METADATA && there.has(path))) continue
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
    written.push(path)
  }
  return { written, same: exported.size - written.length }
}

function safePath(name: string): string {
  const path = posix.normalize(name)
  if (path.startsWith('/') || path.split('/').includes('..') || path.includes('\\'))
    throw new SettingsError(`The server sent a file with the name ${name}.`)
  return path
}

function uuidOf(text: string): string | null {
  try {
    const value = fromYaml(text)
    const uuid = typeof value === 'object' && value !== null && 'uuid' in value ? value.uuid : null
    return typeof uuid === 'string' ? uuid.toLowerCase() : null
  } catch {
    return null
  }
}
