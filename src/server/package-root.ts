import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the package, both for the sources and for the bundle. */
export function packageRoot(): string {
  let dir = import.meta.dirname
  while (!existsSync(join(dir, 'bin', 'sightline.js')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
}

export const version = (): string =>
  (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version
