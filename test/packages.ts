import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from '../src/engines/driver.ts'
import { openPackaged } from '../src/engines/packaged/driver.server.ts'
import { findEngines } from '../src/engines/packaged/find.server.ts'
import { packagedEngine } from '../src/engines/packaged/register.server.ts'

const ROOT = join(import.meta.dirname, '..')

/** A folder in which engine packages of this repository are installed, built from their sources. */
export interface Installed {
  readonly dir: string
  /** Opens a database of a package as the server does. */
  open(engine: string, uri: string, isReadOnly?: boolean): Promise<Driver>
  remove(): void
}

/** Builds packages and puts what they publish where an operator's `npm install` would. */
export async function installPackages(...engines: readonly string[]): Promise<Installed> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-packages-'))
  execFileSync(process.execPath, [join(ROOT, 'tools', 'build-packages.mjs'), ...engines], { stdio: 'inherit' })
  for (const engine of engines) {
    const from = join(ROOT, 'packages', `sightline-engine-${engine}`)
    const to = join(dir, 'node_modules', `sightline-engine-${engine}`)
    mkdirSync(to, { recursive: true })
    for (const part of ['package.json', 'dist', 'node_modules'].filter((name) => existsSync(join(from, name))))
      cpSync(join(from, part), join(to, part), { recursive: true })
  }
  const { refusals } = await findEngines([dir])
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
  return {
    dir,
    open: async (engine, uri, isReadOnly = true) => {
      const found = packagedEngine(engine)
      if (!found) throw new Error(`there is no engine ${engine}`)
      return openPackaged(found, { uri, path: null, isReadOnly })
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
