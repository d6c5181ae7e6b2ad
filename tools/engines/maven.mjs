// Servers that are Maven artefacts: fetched into the local repository, unpacked once beside these scripts.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Kept between runs; git does not see it. */
export const FOLDER = join(import.meta.dirname, 'dist')
const FETCH_MS = 900_000
/** For programs that fetch or unpack a server. */
export const QUIETLY = { stdio: 'ignore', timeout: FETCH_MS }

/** The file of an artefact in the local repository, fetched where it is not there. Throws where it cannot be fetched. */
export function artefact({ label, group, name, version, extension }) {
  const repository = join(homedir(), '.m2', 'repository')
  const file = join(repository, ...group.split('.'), name, version, `${name}-${version}.${extension}`)
  if (existsSync(file)) return file
  process.stdout.write(`  fetching ${label}\n`)
  const wanted = `-Dartifact=${group}:${name}:${version}:${extension}`
  execFileSync('mvn', ['-q', '-B', 'dependency:get', wanted, '-Dtransitive=false'], QUIETLY)
  return file
}

/** Puts a server into a folder of its own, whole or not at all; `unpack` fills the folder `name` in the one it is given. */
export function installed({ label, name, unpack }) {
  process.stdout.write(`  unpacking ${label}\n`)
  mkdirSync(FOLDER, { recursive: true })
  const fresh = mkdtempSync(join(FOLDER, 'fresh-'))
  try {
    unpack(fresh)
    const home = join(FOLDER, name)
    rmSync(home, { recursive: true, force: true })
    renameSync(join(fresh, name), home)
    return home
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
